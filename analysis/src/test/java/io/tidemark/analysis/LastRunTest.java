package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.run.RunRetention;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OverLastRun;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LastRunTest {

  private static final String LOG = "                 Always |    DEBUG | ";
  private static final long MIB = 1 << 20;
  private static final String LAST_RUN = "log\0last run\0";

  /** A submission with one op for each of these uses in MiB. */
  private static String submission(String program, int... uses) {
    StringBuilder log = new StringBuilder(LOG + "Starting execution of program: " + program + "\n");
    for (int used : uses) {
      log.append(snapshot(used, 1000));
    }
    return log.append(LOG + "Finished execution of program: " + program + "\n").toString();
  }

  private static String snapshot(int used, int size) {
    return LOG
        + "Device memory state before operation MatmulOp\n"
        + LOG
        + ("Device DRAM memory state: MemoryView{numBanks: 1, totalBytesPerBank: %d.000 MB,"
                + " totalBytesAllocatedPerBank: %d.000 MB, totalBytesFreePerBank: %d.000 MB,"
                + " largestContiguousBytesFreePerBank: %d.000 MB}\n")
            .formatted(size, used, size - used, size - used);
  }

  private final LogRun run = new LogRun();

  private void file(String generation, String log) {
    file(run, generation, log);
  }

  private static void file(LogRun run, String generation, String log) {
    byte[] bytes = log.getBytes(StandardCharsets.UTF_8);
    run.feed(generation, bytes, 0, bytes.length);
    run.publish();
  }

  private @Nullable OverLastRun over(int number) {
    return over(run, number);
  }

  private static @Nullable OverLastRun over(LogRun run, int number) {
    MemoryUsage usage = Objects.requireNonNull(run.usage.get("log#" + number + " 0 DRAM"));
    return usage.submissions().overLastRun();
  }

  @Test
  void aRunIsComparedWithTheOneBeforeWhileItRuns() {
    file("first", submission("main", 100, 200, 300));
    assertThat(over(1)).isNull();
    file("second", LOG + "Starting execution of program: main\n" + snapshot(103, 1000));
    assertThat(over(2)).isEqualTo(new OverLastRun(1, 103 * MIB, 100 * MIB));
    assertThat(Objects.requireNonNull(over(2)).ratio()).isEqualTo(0.03);
    assertThat(Objects.requireNonNull(over(2)).words()).isEqualTo("+3.0 % over the last run here");
  }

  @Test
  void theThirdRunIsComparedWithTheSecond() {
    file("first", submission("main", 100, 200));
    file("second", submission("main", 110, 210));
    file("third", submission("main", 110));
    assertThat(over(3)).isEqualTo(new OverLastRun(2, 110 * MIB, 110 * MIB));
  }

  @Test
  void anInterruptedRunIsComparedAsFarAsItGot() {
    file("first", submission("main", 100));
    file("second", submission("main", 100, 200));
    assertThat(over(2)).isNull();
  }

  @Test
  void aRunWithoutASnapshotLeavesTheOneBeforeIt() {
    file("first", submission("main", 100));
    file("second", "nothing about memory\n");
    file("third", submission("main", 150));
    assertThat(over(3)).isEqualTo(new OverLastRun(1, 150 * MIB, 100 * MIB));
  }

  @Test
  void theComparisonGoesOnBehindARestartOfTheProgram() {
    file("first", submission("main", 100, 200));
    run.restart();
    file("second", LOG + "Starting execution of program: main\n" + snapshot(103, 1000));
    run.restart();
    run.publish();
    assertThat(over(2)).isEqualTo(new OverLastRun(1, 103 * MIB, 100 * MIB));
    run.feedNext("second", snapshot(205, 1000).getBytes(StandardCharsets.UTF_8));
    run.publish();
    assertThat(over(2)).isEqualTo(new OverLastRun(1, 205 * MIB, 200 * MIB));
  }

  @Test
  void aDeviceOfAnotherSizeIsNotCompared() {
    file("first", LOG + "Starting execution of program: main\n" + snapshot(100, 1000));
    file("second", LOG + "Starting execution of program: main\n" + snapshot(100, 2000));
    assertThat(over(2)).isNull();
  }

  @Test
  void aLogOfAnotherFormatIsNotCompared() {
    file("first", submission("main", 100));
    file(
        "second",
        "=== DRAM footprint ===\n  peak usage: 500 MB/device (4.0% of 12,288 MB arena)\n"
            + submission("main", 150));
    assertThat(over(2)).isNull();
  }

  @Test
  void behindMissingLinesNobodyKnowsThePoint() {
    file("first", submission("main", 100, 200));
    byte[] head = submission("main", 110).getBytes(StandardCharsets.UTF_8);
    run.feed("second", head, 0, head.length);
    byte[] rest = new byte[head.length + 50];
    byte[] more = submission("main", 120).getBytes(StandardCharsets.UTF_8);
    byte[] tail = new byte[rest.length + more.length];
    System.arraycopy(more, 0, tail, rest.length, more.length);
    run.feed("second", tail, rest.length, tail.length);
    run.publish();
    assertThat(over(2)).isNull();
  }

  @Test
  void aRunThatIsReadFromItsMiddleIsNotCompared() {
    file("first", submission("main", 100, 200));
    byte[] log = submission("main", 110).getBytes(StandardCharsets.UTF_8);
    byte[] behind = new byte[100 + log.length];
    System.arraycopy(log, 0, behind, 100, log.length);
    run.feed("second", behind, 100, behind.length);
    run.publish();
    assertThat(over(2)).isNull();
  }

  @Test
  void eachWorkerIsComparedWithItsOwnLastRun() {
    file("first", worker(0, 100) + worker(1, 200));
    file("second", worker(1, 210) + worker(0, 100));
    run.restart();
    run.publish();
    assertThat(run.runs).hasSize(4);
    run.runs.forEach(
        (id, status) -> {
          if (id.number() > 2) {
            OverLastRun over = Objects.requireNonNull(over(id.number()));
            boolean first = "rank0".equals(status.source().worker());
            assertThat(over.usedBytes()).isEqualTo((first ? 100 : 210) * MIB);
            assertThat(over.lastUsedBytes()).isEqualTo((first ? 100 : 200) * MIB);
          }
        });
  }

  private static String worker(int rank, int used) {
    return submission("main", used).replaceAll("(?m)^(?=.)", "[rank" + rank + "]: ");
  }

  @Test
  void nobodyIsAlertedUnlessAThresholdIsGiven() {
    file("first", submission("main", 100));
    file("second", submission("main", 900));
    assertThat(run.alerts.keySet()).noneMatch(key -> key.contains("OVER_LAST_RUN"));
  }

  @Test
  void moreThanTheThresholdOverTheLastRunIsAWarningUntilItIsNot() {
    LogRun watched = new LogRun(Settings.of(Thresholds.DEFAULT.withOverLastRun(0.05)));
    file(watched, "first", submission("main", 100, 200, 300));
    file(watched, "second", LOG + "Starting execution of program: main\n" + snapshot(105, 1000));
    assertThat(watched.alerts).isEmpty();
    watched.feedNext("second", snapshot(211, 1000).getBytes(StandardCharsets.UTF_8));
    watched.feedNext("second", snapshot(300, 1000).getBytes(StandardCharsets.UTF_8));
    watched.publish();
    Alert alert = Objects.requireNonNull(watched.alerts.get("log#2 0 DRAM OVER_LAST_RUN"));
    assertThat(alert.active()).isTrue();
    assertThat(alert.sentence())
        .isEqualTo(
            "DRAM: +5.5 % over the last run here, 211.0 MiB for 200.0 MiB after MatmulOp, seen before MatmulOp");
  }

  @Test
  void aLastRunThatCannotBeReadCostsTheComparisonAlone() {
    file("first", submission("main", 100, 200));
    file("second", submission("main", 110));
    run.parts.put(Store.HOT, LAST_RUN, new byte[] {99});
    LogAnalysis restored = LogAnalysis.load("log", run.parts);
    assertThat(restored.restartedSections()).containsExactly("last run");
    run.restart();
    run.publish();
    assertThat(run.memory("DRAM").now().usedBytes()).isEqualTo(200 * MIB);
    assertThat(over(2)).isNull();
  }

  @Test
  void lastRunsOfWorkersThatNeverComeBackAreNotKeptForever() {
    for (int i = 1; i <= 3 * RunRetention.KEPT; i++) {
      file("file " + i, worker(i, 1));
    }
    int[] kept = {0};
    run.parts.scan(Store.HOT, LAST_RUN, (key, part) -> kept[0]++);
    assertThat(kept[0]).isBetween(1, RunRetention.KEPT);
  }
}
