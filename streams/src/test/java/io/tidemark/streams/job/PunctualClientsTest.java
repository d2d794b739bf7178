package io.tidemark.streams.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PunctualClientsTest {

  private static final Duration ASKED = Duration.ofMinutes(1);

  /** A watch has five seconds to end, and its job waits for a poll first. */
  @Test
  void aThreadWithItsPartitionsWaitsLessThanASecond() {
    assertThat(PunctualClients.most(ASKED, true, false))
        .isPositive()
        .isLessThan(Duration.ofSeconds(1));
  }

  @Test
  void aThreadWithoutPartitionsLooksForThemSooner() {
    assertThat(PunctualClients.most(ASKED, false, false))
        .isPositive()
        .isLessThan(PunctualClients.most(ASKED, true, false));
  }

  @Test
  void pollsOfPausedPartitionsAndPollsThatDoNotWaitAreAsKafkaStreamsAsks() {
    assertThat(PunctualClients.most(ASKED, true, true)).isEqualTo(ASKED);
    assertThat(PunctualClients.most(Duration.ZERO, true, false)).isZero();
    assertThat(PunctualClients.most(Duration.ZERO, false, false)).isZero();
  }
}
