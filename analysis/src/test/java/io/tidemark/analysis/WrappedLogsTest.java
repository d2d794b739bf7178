package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunStatus;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A log gives the same result with any wrapper. */
class WrappedLogsTest {

  /** Small logs, at least one of each system. */
  static final List<String> LOGS =
      List.of(
          "tenstorrent/operations",
          "tenstorrent/out-of-memory",
          "tttrain/summary",
          "tpumlir/search-2025",
          "zant/allocator",
          "tflm/plans",
          "xla/dump",
          "xla/out-of-memory-short");

  /** The log of a server with a failed allocation. */
  static String served() throws IOException {
    return new String(LogRun.resource("wrapped/tenstorrent.log"), UTF_8);
  }

  static String log(String name) throws IOException {
    return GoldenCase.text(name);
  }

  private static LogRun whole(String log) {
    LogRun run = LogRun.of(log.getBytes(UTF_8));
    run.end();
    return run;
  }

  static void assertSameFigures(String log, String wrapped, String what) {
    SortedMap<RunId, SortedMap<String, String>> bare = Figures.of(whole(log));
    assertThat(bare.firstKey()).as(what).isNotNull();
    assertThat(Figures.of(whole(wrapped))).as(what).isEqualTo(bare);
  }

  @ParameterizedTest
  @EnumSource(Wrapping.class)
  void aLogSaysTheSameBehindEachWrapper(Wrapping wrapping) throws IOException {
    for (String name : LOGS) {
      String log = log(name);
      assertSameFigures(log, wrapping.log(log), name + " " + wrapping);
      if (wrapping.keepsLines()) {
        assertThat(lines(whole(wrapping.log(log)))).as(name).isEqualTo(lines(whole(log)));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Wrapping.class)
  void aLogSaysTheSameBehindEachPairOfWrappers(Wrapping outer) throws IOException {
    for (String name : LOGS) {
      String log = log(name);
      for (Wrapping inner : Wrapping.values()) {
        String what = name + " " + outer + " around " + inner;
        assertSameFigures(log, outer.log(inner.log(log)), what);
      }
    }
  }

  /** Checks that a wrapper does not affect the result of a log. */
  static void assertSameBehind(String wrapper, String name, byte[] bytes) {
    String log = new String(bytes, UTF_8);
    List<String> wrapped = Wrapping.split(log).stream().map(line -> wrapper + line).toList();
    assertSameFigures(log, Wrapping.joined(wrapped), name);
  }

  /** Every line of the file counts once, even if it is a part of a line. */
  @ParameterizedTest
  @EnumSource(Wrapping.class)
  void theLinesAddUpToThoseOfTheFile(Wrapping wrapping) throws IOException {
    for (String name : LOGS) {
      String wrapped = wrapping.log(log(name));
      long read = whole(wrapped).runs.values().stream().mapToLong(run -> run.lines().read()).sum();
      assertThat(read).as(name).isEqualTo(wrapped.chars().filter(c -> c == '\n').count());
    }
  }

  @Test
  void aPartOfALineCountsAsIgnored() {
    LogRun run = whole(Wrapping.CRI_PARTS.log("x".repeat(500)));
    assertThat(run.runs.firstEntry().getValue().lines())
        .isEqualTo(new RunStatus.Lines(0, 9, 0, 0, 0));
  }

  private static List<RunStatus.Lines> lines(LogRun run) {
    return run.runs.values().stream().map(RunStatus::lines).toList();
  }
}
