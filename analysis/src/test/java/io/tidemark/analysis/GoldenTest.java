package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.LogSystems;
import io.tidemark.model.Samples;
import io.tidemark.model.run.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each golden input must give exactly the facts, events and state stored with it. {@code
 * -Dtidemark.golden=write} writes these files; each changed figure is then checked by hand against
 * the format's description.
 */
class GoldenTest {

  private static final boolean WRITE = "write".equals(System.getProperty("tidemark.golden"));

  private static List<GoldenCase> cases() {
    return GoldenCase.all();
  }

  private static LogRun whole(GoldenCase golden) {
    LogRun run = LogRun.of(golden.log());
    run.end();
    return run;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void eachLineSaysItsFacts(GoldenCase golden) throws IOException {
    assertGolden(golden, "facts.json", GoldenFacts.of(golden.log()));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theLogComesToItsEventsAndState(GoldenCase golden) throws IOException {
    LogRun run = whole(golden);
    assertGolden(golden, "events.json", GoldenState.events(run));
    assertGolden(golden, "state.json", GoldenState.of(run));
  }

  private static void assertGolden(GoldenCase golden, String file, String actual)
      throws IOException {
    if (WRITE) {
      Path sources =
          Samples.root().resolve("analysis/src/test/resources/io/tidemark/analysis/system");
      Files.writeString(sources.resolve(golden.name()).resolve(file), actual);
    } else {
      assertThat(actual).isEqualTo(golden.golden(file));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void restoringAfterEachLineChangesNothing(GoldenCase golden) {
    byte[] log = golden.log();
    LogRun run = new LogRun();
    for (int from = 0; from < log.length; ) {
      int to = lineEnd(log, from);
      run.feed("life", log, from, to);
      run.publish();
      run.restart();
      from = to;
    }
    run.end();
    assertSame(run, whole(golden), golden.name());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void cuttingAtAnyLineAndRestoringThereChangesNothing(GoldenCase golden) {
    byte[] log = golden.log();
    LogRun whole = whole(golden);
    for (int cut = lineEnd(log, 0); cut < log.length; cut = lineEnd(log, cut)) {
      LogRun run = new LogRun();
      run.feed("life", log, 0, cut);
      run.publish();
      run.restart();
      run.feed("life", log, cut, log.length);
      run.end();
      assertSame(run, whole, golden.name() + " cut at byte " + cut);
    }
  }

  private static void assertSame(LogRun run, LogRun whole, String what) {
    assertThat(GoldenState.events(run)).as(what).isEqualTo(GoldenState.events(whole));
    assertThat(GoldenState.of(run)).as(what).isEqualTo(GoldenState.of(whole));
  }

  private static int lineEnd(byte[] log, int from) {
    int at = from;
    while (at < log.length && log[at] != '\n') {
      at++;
    }
    return Math.min(log.length, at + 1);
  }

  @Test
  void everyFormatHasACase() {
    Set<String> seen =
        cases().stream()
            .flatMap(golden -> whole(golden).runs.values().stream())
            .map(RunStatus::formats)
            .flatMap(List::stream)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(seen).containsAll(LogSystems.ALL.formats().names());
  }
}
