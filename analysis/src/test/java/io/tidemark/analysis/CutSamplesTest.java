package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import io.tidemark.model.plan.PlanRecord.Summary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every sample of every system, cut at any byte, with its state stored and loaded in between. For
 * all points of a hundred: {@code -Dtidemark.cut.points=99}.
 */
class CutSamplesTest {

  private static final int POINTS = Integer.getInteger("tidemark.cut.points", 2);

  static List<Path> samples() {
    Path any = Samples.path("tt-train/dram_footprint_pr50618.log");
    try (Stream<Path> files = Files.walk(any.getParent().getParent())) {
      return files.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] read(Path sample) {
    try {
      return Files.readAllBytes(sample);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aSampleThatEndsAnywhereNeverThrowsAndNoPlanOfItPretendsToBeWhole() {
    for (Path sample : samples()) {
      byte[] log = read(sample);
      LogRun whole = cut(log, log.length);
      for (int point = 1; point <= POINTS; point++) {
        int at = (int) ((long) log.length * point / (POINTS + 1));
        try {
          assertHonest(cut(log, at), whole);
        } catch (RuntimeException | AssertionError e) {
          throw new AssertionError(sample.getFileName() + " cut at byte " + at, e);
        }
      }
    }
  }

  /** Reads the first bytes of a log in three slices. */
  private static LogRun cut(byte[] log, int end) {
    LogRun run = new LogRun();
    int from = 0;
    for (int third = 1; third <= 3; third++) {
      int to = (int) ((long) end * third / 3);
      while (to < end && (to == 0 || log[to - 1] != '\n')) {
        to++;
      }
      if (from < to) {
        run.feed("life", log, from, to);
        run.publish();
        run.restart();
        from = to;
      }
    }
    run.end();
    return run;
  }

  /** A plan of the cut log that was read to its end must have the figures of the whole log. */
  private static void assertHonest(LogRun cut, LogRun whole) {
    cut.plans.forEach(
        (key, record) -> {
          if (record instanceof Summary plan && plan.state().whole()) {
            assertThat(record)
                .as(key)
                .usingRecursiveComparison()
                .ignoringFields("offset", "timeMillis")
                .isEqualTo(whole.plans.get(key));
          }
        });
  }
}
