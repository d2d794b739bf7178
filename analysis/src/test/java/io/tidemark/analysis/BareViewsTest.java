package io.tidemark.analysis;

import static io.tidemark.analysis.QuotedLinesTest.HEAD;
import static io.tidemark.analysis.QuotedLinesTest.SNAPSHOT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.run.RunStatus;
import org.junit.jupiter.api.Test;

/** Memory lines without their logger's head. */
class BareViewsTest {

  @Test
  void bareViewsAmongALoggersLinesAreQuoted() {
    String log = HEAD + SNAPSHOT + "\n" + SNAPSHOT + "\n";
    RunStatus status = LogRun.of(log.getBytes(UTF_8)).runs.firstEntry().getValue();
    assertThat(status.lines()).isEqualTo(new RunStatus.Lines(1, 0, 0, 0, 1));
  }

  @Test
  void aFileOfNothingButViewsCounts() {
    String log = SNAPSHOT + "\n" + SNAPSHOT.replace("DRAM", "L1") + "\n";
    LogRun run = LogRun.of(log.getBytes(UTF_8));
    assertThat(run.usage.keySet()).containsExactly("log#1 0 DRAM", "log#1 0 L1");
  }
}
