package io.tidemark.analysis;

import static io.tidemark.analysis.QuotedLinesTest.BFC;
import static io.tidemark.analysis.QuotedLinesTest.BLOCK;
import static io.tidemark.analysis.QuotedLinesTest.FATAL;
import static io.tidemark.analysis.QuotedLinesTest.HEAD;
import static io.tidemark.analysis.QuotedLinesTest.PLACED;
import static io.tidemark.analysis.QuotedLinesTest.SNAPSHOT;
import static io.tidemark.analysis.QuotedLinesTest.TRAINER;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.run.RunStatus;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Markdown fence may never close; the rest of the log must not all become a quotation. */
class OpenFenceTest {

  @Test
  void aFenceThatNeverClosesDoesNotSilenceTheLog() {
    String log = "```\n" + "text\n".repeat(64) + FATAL + "\n";
    LogRun run = LogRun.of(log.getBytes(UTF_8));
    assertThat(run.events).filteredOn(MemoryEvent.AllocationRefused.class::isInstance).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"```\n", "the model says: ```\n", "```python\nimport torch\n"})
  void aFenceThatNeverClosesHidesNoLineOfALoggerThatWroteBeforeIt(String fence) {
    for (String before : List.of(HEAD + SNAPSHOT, BFC)) {
      String log = before + "\n" + fence + HEAD + SNAPSHOT + "\n" + FATAL + "\n";
      RunStatus status = LogRun.of(log.getBytes(UTF_8)).runs.firstEntry().getValue();
      assertThat(status.lines().fact()).as(log).isEqualTo(3);
      assertThat(status.lines().quoted()).as(log).isZero();
    }
  }

  @Test
  void aFenceStillQuotesWhatHasNoLoggersHead() {
    String log = FATAL + "\n```\n" + BLOCK + "\n" + PLACED + "\n" + TRAINER + "\n```\n";
    RunStatus status = LogRun.of(log.getBytes(UTF_8)).runs.firstEntry().getValue();
    assertThat(status.lines().fact()).isOne();
    assertThat(status.lines().quoted()).isEqualTo(3);
  }
}
