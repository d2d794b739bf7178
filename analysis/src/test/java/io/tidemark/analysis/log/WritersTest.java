package io.tidemark.analysis.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.line.WrapperSteps;
import org.junit.jupiter.api.Test;

class WritersTest {

  private static final int MORE_THAN_THERE_IS_ROOM_FOR = 300;

  @Test
  void theWriterWhoseLineIsReadIsNotForgottenForTheOneAroundIt() {
    Writers writers = new Writers();
    Writer read = writers.of(WrapperSteps.within(WrapperSteps.within("pod", "box"), "rank0"));
    for (int other = 0; writers.named().size() < 256; other++) {
      writers.of("other" + other);
    }

    Writer box = writers.outer(read);
    Writer pod = writers.outer(box);

    assertThat(pod).isNotNull();
    assertThat(writers.of(read.name)).isSameAs(read);
    assertThat(writers.of(box.name)).isSameAs(box);
  }

  @Test
  void ofTooManySilentWritersTheFirstIsForgotten() {
    Writers writers = new Writers();
    for (int other = 0; other < MORE_THAN_THERE_IS_ROOM_FOR; other++) {
      assertThat(writers.of("other" + other)).isNotNull();
    }
    assertThat(writers.named()).hasSize(256).extracting(writer -> writer.name).contains("other299");
  }
}
