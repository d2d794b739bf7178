package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.plan.PlanState;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Dumps that are still being written. For all points of a hundred in each file: {@code
 * -Dtidemark.cut.points=99}.
 */
class XlaDumpCutSamplesTest {

  private static final int POINTS = Integer.getInteger("tidemark.cut.points", 2);

  private static final List<String> FILES =
      List.of("buffer-assignment-values", "buffer-assignment", "live-range");

  @ParameterizedTest
  @ValueSource(strings = {XlaDumpSamplesTest.CPU, XlaDumpSamplesTest.FITS, XlaDumpSamplesTest.OOM})
  void aDumpWithAFileCutAnywhereIsNotCompleteAndSaysSo(String set) {
    LogRun whole = LogRun.of(XlaDumpSamplesTest.dump(set, FILES));
    for (String cutFile : FILES) {
      byte[] file = XlaDumpSamplesTest.dump(set, List.of(cutFile));
      for (int point = 1; point <= POINTS; point++) {
        int at = (int) ((long) file.length * point / (POINTS + 1));
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        for (String name : FILES) {
          byte[] bytes = XlaDumpSamplesTest.dump(set, List.of(name));
          log.writeBytes(name.equals(cutFile) ? Arrays.copyOf(file, at) : bytes);
          log.write('\n');
        }
        String where = set + " " + cutFile + " cut at byte " + at;
        assertIncomplete(log.toByteArray(), whole, where);
      }
    }
  }

  /**
   * Checks that a cut dump is incomplete. Only the tree after the peak's total may be missing,
   * since no plan uses it.
   */
  private static void assertIncomplete(byte[] dump, LogRun whole, String where) {
    LogRun run = new LogRun();
    int from = 0;
    for (int third = 1; third <= 3; third++) {
      int to = dump.length * third / 3;
      while (to < dump.length && dump[to - 1] != '\n') {
        to++;
      }
      run.feed("life", dump, from, to);
      run.publish();
      run.restart();
      from = to;
    }
    run.publish();
    if (run.summaries().stream().anyMatch(plan -> plan.state().whole())) {
      assertThat(figures(run)).as(where).isEqualTo(figures(whole));
      return;
    }
    assertThat(run.summaries())
        .as(where)
        .allSatisfy(
            plan -> {
              assertThat(plan.state()).isEqualTo(PlanState.OPEN);
              assertThat(plan.findings()).isNotEmpty();
            });
    run.end();
    assertThat(run.summaries())
        .as(where)
        .allSatisfy(plan -> assertThat(plan.state()).isEqualTo(PlanState.TRUNCATED));
  }

  /** Everything published for its plans, without positions. */
  private static List<String> figures(LogRun run) {
    return run.plans.entrySet().stream()
        .map(entry -> entry.toString().replaceAll("offset=\\d+", ""))
        .toList();
  }
}
