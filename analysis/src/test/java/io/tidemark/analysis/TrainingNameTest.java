package io.tidemark.analysis;

import static io.tidemark.analysis.TtTrainTest.memoryEfficient;
import static io.tidemark.analysis.TtTrainTest.run;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The banner that a user prints above a training. */
class TrainingNameTest {

  private static final String BANNER = "########\n%s\n########\n";

  private static List<String> names(LogRun run) {
    return run.runs.values().stream()
        .map(status -> String.valueOf(requireNonNull(status.training()).model().name()))
        .toList();
  }

  @Test
  void aBannerRightAboveNamesItsRun() {
    String second = BANNER.formatted("second, default") + memoryEfficient();
    LogRun run = run("text\n" + BANNER.formatted("first") + memoryEfficient() + second);

    assertThat(names(run)).containsExactly("first", "second, default");
  }

  @Test
  void whatStandsFurtherAboveNamesNothing() {
    assertThat(names(run(BANNER.formatted("far") + "text\n" + memoryEfficient())))
        .containsExactly("null");
  }

  @Test
  void aNameIsTheSameHoweverTheLogIsCutAndTheStateRestored() {
    String log =
        "text\n########\n" + BANNER.formatted("one") + memoryEfficient() + BANNER.formatted("two");
    byte[] bytes = (log + memoryEfficient()).getBytes(StandardCharsets.UTF_8);
    LogRun run = new LogRun();
    int from = 0;
    for (int at = 0; at < bytes.length; at++) {
      if (bytes[at] == '\n') {
        run.feed("life", bytes, from, at + 1);
        run.publish();
        run.restart();
        from = at + 1;
      }
    }
    run.publish();

    assertThat(names(run)).containsExactly("one", "two");
  }
}
