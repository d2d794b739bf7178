package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.model.log.Reject;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.log.SliceOrigin;
import io.tidemark.model.run.RunSource;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A log in several files, each of which follows the one before, is read as one. */
class RotatedLogTest {

  private static final String BROKEN = "{'bytes_in_use': 8.9e18}\n";

  /** Logs of one run that goes on to the end; a document is no log. */
  private static Stream<GoldenCase> cases() {
    return GoldenCase.all().stream()
        .filter(
            golden ->
                golden.log().length > 100
                    && !golden.name().startsWith("zant/")
                    && "{[<".indexOf(golden.log()[0]) < 0)
        .filter(
            golden -> {
              LogRun whole = LogRun.of(golden.log());
              return whole.runs.size() == 1 && whole.status().failures().count() == 0;
            });
  }

  private static void feed(LogRun run, byte[] log, int from, int to, int file) {
    byte[] bytes = Arrays.copyOfRange(log, from, to);
    Slice slice =
        new Slice("g" + file, 0, bytes.length, LogRun.lines(bytes), false, false, 0, 0, bytes);
    String before = file == 0 ? null : "g" + (file - 1);
    run.feed(slice.from(SliceOrigin.UNKNOWN.following(before)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theStateIsThatOfTheWholeLog(GoldenCase golden) {
    byte[] log = golden.log();
    LogRun whole = LogRun.of(log);
    for (int files = 2; files <= 6; files += 2) {
      LogRun cut = new LogRun();
      int from = 0;
      for (int file = 0; from < log.length; file++) {
        int to = endOfLine(log, Math.min(log.length, from + 1 + log.length / files));
        feed(cut, log, from, to, file);
        cut.publish();
        cut.restart();
        from = to;
      }
      cut.publish();
      assertThat(cut.events).isEqualTo(whole.events);
      assertThat(cut.runs.keySet()).isEqualTo(whole.runs.keySet());
      assertThat(cut.status())
          .usingRecursiveComparison()
          .ignoringFields("source.generation", "source.nextOffset", "source.earlier")
          .isEqualTo(whole.status());
      assertThat(cut.status().source().offsetInLog()).isEqualTo(log.length);
      assertThat(cut.status().source().firstGeneration()).isEqualTo("g0");
      assertThat(cut.ops).isEqualTo(whole.ops);
      assertThat(cut.plans).isEqualTo(whole.plans);
      assertThat(cut.alerts).isEqualTo(whole.alerts);
    }
  }

  private static int endOfLine(byte[] log, int from) {
    int at = from;
    while (at < log.length && log[at - 1] != '\n') {
      at++;
    }
    return at;
  }

  @Test
  void aFileThatFollowsAnUnknownOneBeginsARun() {
    LogRun run = new LogRun();
    byte[] line = "one\n".getBytes(UTF_8);
    feed(run, line, 0, 4, 0);
    feed(run, line, 0, 4, 2);
    run.publish();
    assertThat(run.runs.keySet()).extracting(RunId::number).containsExactly(1, 2);
    assertThat(run.runs.lastEntry().getValue().source().earlier()).isNull();
  }

  /** What a tailer says of a file is compared with what it shipped of that file. */
  @Test
  void aLogRestsAtAnOffsetOfItsPresentFile() {
    LogRun run = new LogRun();
    byte[] log = "a longer one\ntwo\n".getBytes(UTF_8);
    feed(run, log, 0, 13, 0);
    run.feed(Slice.rest("g0", 13, 0));
    run.publish();
    assertThat(run.status().tracking().restedAt()).isEqualTo(13);
    feed(run, log, 13, 17, 1);
    run.publish();
    assertThat(run.status().tracking().restedAt()).isNull();
    run.feed(Slice.rest("g1", 4, 0));
    run.publish();
    assertThat(run.status().tracking().restedAt()).isEqualTo(4);
    assertThat(run.status().nextOffset()).isEqualTo(4);
  }

  @Test
  void theNextFileOfAFailedRunBeginsARun() {
    LogRun run = new LogRun();
    byte[] log =
        "jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory allocating 17179869184 bytes.\n"
            .getBytes(UTF_8);
    feed(run, log, 0, log.length, 0);
    feed(run, log, 0, log.length, 1);
    run.publish();
    assertThat(run.runs.values()).extracting(one -> one.failures().count()).containsExactly(1L, 1L);
  }

  @Test
  void aRejectNamesItsPlaceInItsOwnFile() {
    LogRun run = new LogRun();
    byte[] first = ("one\n" + BROKEN).getBytes(UTF_8);
    byte[] second = ("\n\n" + BROKEN).getBytes(UTF_8);
    feed(run, first, 0, first.length, 0);
    feed(run, second, 0, second.length, 1);
    run.publish();
    assertThat(run.rejects)
        .extracting(Reject::generation, Reject::offset, Reject::line)
        .containsExactly(tuple("g0", 4L, 2L), tuple("g1", 2L, 3L));
    RunSource source = run.status().source();
    assertThat(List.of(source.generation(), source.nextOffset(), source.offsetInLog()))
        .isEqualTo(List.of("g1", (long) second.length, (long) first.length + second.length));
  }

  @Test
  void missingBytesAtTheBeginningOfTheNextFileAreAGap() {
    LogRun run = new LogRun();
    feed(run, "one\n".getBytes(UTF_8), 0, 4, 0);
    byte[] late = "two\n".getBytes(UTF_8);
    run.feed(
        new Slice("g1", 6, 4, 1, false, false, 0, 0, late)
            .from(SliceOrigin.UNKNOWN.following("g0")));
    run.publish();
    assertThat(run.runs).hasSize(1);
    assertThat(run.status().read().gapBytes()).isEqualTo(6);
    assertThat(run.status().nextOffset()).isEqualTo(10);
  }
}
