package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanRecord.Finding;
import io.tidemark.model.plan.PlanRecord.Summary;
import io.tidemark.model.plan.PlanState;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A module's memory usage report without the other files of its dump. */
class XlaUsageReportTest {

  private static final String TPU = "module_0042.jit_train.cl_912345678.after_optimizations";
  private static final String GPU = "module_0007.jit_eval.sm_9.0_gpu_after_optimizations";

  private static final String REPORT =
      """
      Memory Space: default (color=0)
      Total bytes: 7340032 (7.00MiB)

        cumulative_size;       size;       offset; used_by_n_values; shapes_list
        ------------------------------------------------------------
          7.00MiB(100%);    7.00MiB;            0;                1; f32[1835008]
      Memory Space: vmem (color=1)
      Total bytes: 4096 (4.0KiB)
      Memory Space: color_12 (color=12)
      Total bytes: 0 (0B)
      """;

  private static final String OLD_REPORT =
      """
      Total bytes used: 786452 (768.0KiB)

      Allocations sorted by size:

      cumulative_size; total_size - cumulative_size; allocation
      ------------------------------------------------------------------------------
        512.0KiB( 67%);   256.0KiB; allocation 6: size 512.0KiB, preallocated-temp:
      """;

  private static final String ASSIGNMENT =
      """
      BufferAssignment:
      allocation 0: size 7000000, parameter 0, shape |f32[1750000]| at ShapeIndex {}:
       value: <1 p @0> (size=7000000,offset=0): f32[1750000]{0}
      allocation 1: size 340032, thread-local:
      allocation 2: size 4096, color 1, thread-local:
      HloLiveRange (max 2):
        BufferLiveRange:
          p{}:0-2
        Live ranges at 1 (peak):
      """;

  private static Summary plan(LogRun run, String source, String memory) {
    return (Summary) run.plans.get(source + "#1 jit_" + memory + " 0");
  }

  @Test
  void aReportAloneIsAPlanOfOneStepPerMemory() {
    LogRun run = LogRun.of(TPU, REPORT);
    assertThat(run.plans.keySet())
        .containsExactlyInAnyOrder(
            TPU + "#1 jit_train HBM 0",
            TPU + "#1 jit_train HBM 1",
            TPU + "#1 jit_train VMEM 0",
            TPU + "#1 jit_train VMEM 1");
    Summary plan = plan(run, TPU, "train HBM");
    assertThat(plan.arenaBytes()).isEqualTo(7_340_032);
    assertThat(plan.use().steps()).isEqualTo(1);
    assertThat(plan.peaks().classBytes()).isEqualTo(Map.of("with called computations", 7_340_032L));
    assertThat(plan.state()).isEqualTo(PlanState.COMPLETE);
    assertThat(plan.findings())
        .containsExactly(
            new Finding(
                FindingKind.INCOMPLETE,
                "only the memory usage report: its totals are with called computations"));
    assertThat(plan(run, TPU, "train VMEM").arenaBytes()).isEqualTo(4096);
  }

  @Test
  void theOldReportStatesOneTotal() {
    LogRun run = LogRun.of(GPU, OLD_REPORT);
    assertThat(run.plans).isEmpty();
    run.end();
    assertThat(plan(run, GPU, "eval HBM").arenaBytes()).isEqualTo(786_452);
  }

  @Test
  void theBufferAssignmentReplacesWhatAReportBeforeItSaid() {
    LogRun run = LogRun.of(TPU, REPORT + ASSIGNMENT);
    Summary plan = plan(run, TPU, "train HBM");
    assertThat(plan.arenaBytes()).isEqualTo(7_000_000);
    assertThat(plan.arena().calledBytes()).isEqualTo(340_032);
    assertThat(plan.peaks().classBytes()).containsOnlyKeys("parameter");
    assertThat(plan.findings()).isEmpty();
    assertThat(plan.state()).isEqualTo(PlanState.COMPLETE);
    assertThat(plan(run, TPU, "train VMEM").arenaBytes()).isZero();
  }

  @Test
  void inALogOfAnotherNameNobodyVouchesForIt() {
    assertThat(LogRun.of("train.log", REPORT + OLD_REPORT).plans).isEmpty();
  }
}
