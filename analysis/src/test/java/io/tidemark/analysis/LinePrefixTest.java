package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.line.LinePrefix;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Settings;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.run.RunStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a user says stands before each line is no part of it. */
class LinePrefixTest {

  private static final String FAILED =
      "jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to"
          + " allocate 771751936 bytes.\n";

  private static LogRun run(String regex, String log) {
    LogSystems systems = LogSystems.ALL.behind(LinePrefix.of(regex));
    LogRun run = LogRun.of(log.getBytes(UTF_8), new Settings(Thresholds.DEFAULT, systems));
    run.end();
    return run;
  }

  private static RunStatus status(String regex, String log) {
    return run(regex, log).runs.firstEntry().getValue();
  }

  @ParameterizedTest
  @CsvSource({
    "'job 7 says> ', 'job \\d+ says> '",
    "'┃ ', '┃ '",
    "'lab|user: ', '[a-z]+\\|user: '",
    "'lab 2026-03-03 07:08:09 ', 'lab '"
  })
  void aLogSaysTheSameBehindIt(String prefix, String regex) throws IOException {
    for (String name : WrappedLogsTest.LOGS) {
      String log = WrappedLogsTest.log(name);
      LogRun bare = LogRun.of(log.getBytes(UTF_8));
      bare.end();
      for (Wrapping inner : List.of(Wrapping.NONE, Wrapping.CRI_PARTS, Wrapping.DOCKER_JSON)) {
        List<String> lines = Wrapping.split(inner.log(log));
        String behind = Wrapping.joined(lines.stream().map(line -> prefix + line).toList());
        LogRun run = run(regex, behind);
        assertThat(Figures.of(run)).as(name + " " + inner).isEqualTo(Figures.of(bare));
        long read = run.runs.values().stream().mapToLong(of -> of.lines().read()).sum();
        assertThat(read).as(name + " " + inner).isEqualTo(lines.size());
      }
    }
  }

  @Test
  void withoutItTheLineIsQuotedAndWithAnotherItIsReadAsItIs() {
    assertThat(status("lab> ", "user: " + FAILED).lines().quoted()).isOne();
    RunStatus whole = status("lab> ", FAILED);
    assertThat(TransportsTest.needed(whole)).containsExactly(771751936L);
    assertThat(TransportsTest.needed(status("lab> ", "user lab> " + FAILED))).isEmpty();
  }

  @Test
  void theFailureStandsWhereItsLineDoes() {
    String log = "lab> starts\nother\nlab> " + FAILED;
    LogRun behind = run("lab> ", log);
    assertThat(behind.runs.firstEntry().getValue().lines())
        .isEqualTo(new RunStatus.Lines(1, 2, 0, 0, 0));
    assertThat(behind.events)
        .filteredOn(event -> event instanceof MemoryEvent.OutOfMemory)
        .extracting(event -> event.at().offset())
        .containsExactly(18L);
  }

  @ParameterizedTest
  @CsvSource({
    "'lab(', 'no regular expression: missing closing )'",
    "'(lab )*', 'matches the empty text, want what it strips'",
    "'', 'matches the empty text, want what it strips'"
  })
  void whatIsNoPrefixIsRefused(String regex, String words) {
    assertThatThrownBy(() -> LinePrefix.of(regex)).hasMessage(words);
  }

  /** A pattern that would make a backtracking matcher try without end. */
  @Test
  void itTakesLinearTime() {
    String regex = "a*a*a*a*b";
    String line = "a".repeat(200_000) + "\n";
    RunStatus status =
        Assertions.assertTimeoutPreemptively(
            Duration.ofSeconds(20), () -> status(regex, line.repeat(20) + FAILED));
    assertThat(TransportsTest.needed(status)).hasSize(1);
  }
}
