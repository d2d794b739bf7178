package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** The alert on use that rises from submission to submission. */
class GrowthAlertTest {

  private static final String LOG = "                 Always |    DEBUG | ";
  private static final int SIZE = 1000;

  /** Runs a program so often with a use in MiB; returns what its alerts say. */
  private static Map<String, String> alerts(int times, IntUnaryOperator used) {
    LogRun run = new LogRun();
    for (int i = 0; i < times; i++) {
      String text = submission(used.applyAsInt(i));
      run.feedNext("first", text.getBytes(StandardCharsets.UTF_8));
    }
    run.publish();
    Map<String, String> said = new TreeMap<>();
    run.alerts.forEach((key, alert) -> said.put(key, alert.sentence()));
    return said;
  }

  private static String submission(int used) {
    String sizes = "MemoryView{numBanks: 1, totalBytesPerBank: %d.000 MB,";
    return LOG
        + "Starting execution of program: main\n"
        + LOG
        + "Device memory state before operation MatmulOp\n"
        + LOG
        + ("Device DRAM memory state: "
                + sizes
                + " totalBytesAllocatedPerBank: %d.000 MB, totalBytesFreePerBank: %d.000 MB,"
                + " largestContiguousBytesFreePerBank: %d.000 MB}\n")
            .formatted(SIZE, used, SIZE - used, SIZE - used)
        + LOG
        + "Finished execution of program: main\n";
  }

  @Test
  void growthFromSubmissionToSubmissionIsAnAlert() {
    assertThat(alerts(8, i -> 100 + 20 * i))
        .containsExactly(
            entry(
                "log#1 0 DRAM GROWING",
                "DRAM 24.0 % of 1000.0 MiB and growing: +20.0 MiB each submission, 7 of 7; full"
                    + " after 38 more"));
  }

  @Test
  void useThatIsLevelOrRoseOnceIsNone() {
    assertThat(alerts(30, i -> 240)).isEmpty();
    assertThat(alerts(30, i -> Math.min(160, 100 + 20 * i))).isEmpty();
  }
}
