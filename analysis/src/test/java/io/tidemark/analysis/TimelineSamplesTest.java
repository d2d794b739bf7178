package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.memory.MemoryUsage;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Figures counted with awk over the lines of the samples. */
class TimelineSamplesTest {

  private static final long BANKS = 12;

  private static LogRun run(String sample) {
    LogRun run = LogRun.of(Samples.bytes("tenstorrent/" + sample));
    run.end();
    return run;
  }

  private static long bytes(double mibPerBank) {
    return Math.round(mibPerBank * (1 << 20)) * BANKS;
  }

  @Test
  void ofSevenHundredSnapshotsEachBucketHoldsFourAndNoneIsLost() {
    LogRun june = run("ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log");
    MemoryTimeline dram = june.timelines.get("log#1 0 DRAM");
    MemoryTimeline.Axis bySnapshot = dram.bySnapshot();
    assertThat(bySnapshot.width()).isEqualTo(4);
    assertThat(bySnapshot.at()).hasSize((758 + 3) / 4);
    List<Long> most = bySnapshot.mostBytes();
    // The 1011.651 MiB of the error line belong to the snapshot at which they were published.
    MemoryUsage usage = june.usage.get("log#1 0 DRAM");
    assertThat(Collections.max(most)).isEqualTo(usage.tidemark().usedBytes());
    assertThat(most.stream().filter(use -> use < usage.tidemark().usedBytes()).max(Long::compare))
        .hasValue(bytes(1007.232));
    // awk: minimum and maximum of snapshots 5 to 8.
    assertThat(bySnapshot.leastBytes().get(1)).isEqualTo(bytes(0.002));
    assertThat(bySnapshot.mostBytes().get(1)).isEqualTo(bytes(2.607));
  }

  @Test
  void afterTheLastConstEvalStandsTheBaseline() {
    assertThat(
            run("SYNTHETIC_operation_level_debug_ansi.log")
                .usage
                .get("log#1 0 DRAM")
                .submissions()
                .constEvalBytes())
        .isEqualTo(bytes(26.441));
    assertThat(
            run("ttxla_mochi_conv1_norm2_program_level_plain.log")
                .usage
                .get("log#1 0 DRAM")
                .submissions()
                .constEvalBytes())
        .isEqualTo(bytes(19.074));
    assertThat(
            run("ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log")
                .usage
                .get("log#1 0 DRAM")
                .submissions()
                .constEvalBytes())
        .isNull();
  }
}
