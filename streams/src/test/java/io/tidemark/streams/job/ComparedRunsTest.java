package io.tidemark.streams.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.run.Settings;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OverLastRun;
import io.tidemark.model.wire.Topics;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how the job publishes the comparison of a run with the last one of its source. */
class ComparedRunsTest {

  private static final String HEAD = "Always | DEBUG | ";
  private static final long MIB = 1 << 20;

  /** The start of a process, and therefore of a run. */
  private static final String PROCESS =
      "2026-06-19 09:25:32.996 (   2.350s) [        B96B3140]   plugin_attributes.cc:60       1|"
          + " PluginAttributes::PJRT_Plugin_Initialize\n";

  private static final String PROGRAM = HEAD + "Starting execution of program: main\n";

  private static final String END = HEAD + "Finished execution of program: main\n";

  @TempDir Path stateDir;

  private static String snapshot(int used) {
    return HEAD
        + "Device memory state before operation MatmulOp\n"
        + HEAD
        + ("Device DRAM memory state: MemoryView{numBanks: 1, totalBytesPerBank: 1000.000 MB,"
                + " totalBytesAllocatedPerBank: %d.000 MB, totalBytesFreePerBank: %d.000 MB,"
                + " largestContiguousBytesFreePerBank: %d.000 MB}\n")
            .formatted(used, 1000 - used, 1000 - used);
  }

  private static @Nullable OverLastRun over(Transcript job, int run) {
    MemoryKey dram = new MemoryKey(new RunId("a.log", run), "0", "DRAM");
    Map<MemoryKey, MemoryUsage> usage = job.board(Topics.USAGE);
    return Objects.requireNonNull(usage.get(dram)).submissions().overLastRun();
  }

  @Test
  void theSecondRunOfALogIsComparedWhileItRunsAndSoItIsBehindARestart() {
    Transcript job = new Transcript(stateDir, LogAnalysis::load);
    job.slice("a.log", PROCESS + PROGRAM + snapshot(100) + snapshot(200)).flush();
    assertThat(over(job, 1)).isNull();
    job.slice("a.log", PROCESS + PROGRAM + snapshot(103)).flush();
    assertThat(over(job, 2)).isEqualTo(new OverLastRun(1, 103 * MIB, 100 * MIB));

    try (Transcript next = job.restarted()) {
      next.slice("a.log", snapshot(190)).flush();

      assertThat(over(next, 2)).isEqualTo(new OverLastRun(1, 190 * MIB, 200 * MIB));
    }
  }

  @Test
  void aRunAboveTheGivenShareIsAlerted() {
    Settings settings = Settings.of(Thresholds.DEFAULT.withOverLastRun(0.02));
    try (Transcript job =
        new Transcript(stateDir, (source, parts) -> LogAnalysis.load(source, parts, settings))) {
      job.slice("a.log", PROCESS + PROGRAM + snapshot(100));
      job.slice("a.log", PROCESS + PROGRAM + snapshot(103) + END);

      assertThat(job.board(Topics.ALERTS).keySet())
          .containsExactly(
              new AlertKey(new RunId("a.log", 2), AlertRule.OVER_LAST_RUN, "0", "DRAM"));
    }
  }
}
