package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.plan.PlanRecord;
import org.junit.jupiter.api.Test;

/** Two compilations write their searches to one log at the same time. */
class MixedSearchesTest {

  private static final String HEAD = "; action = lmem_assign; debug_range = all; step = ";

  private static final String SPEC =
      HEAD
          + "lmem_spec; tag = stamp; remark = \"x\"; lmem_eu_bytes = 64; lmem_npu_num = 64"
          + "; lmem_bytes = 262144; lmem_banks = 16; lmem_bank_bytes = 16384\n";

  private static String placed(String name, int address, int bytes, String secs) {
    return HEAD
        + ("dump_lmem_assign_result; tag = iteration_result; status = success"
                + "; lmem_type = LMEM_ACTIVATION; op_type = tpu.Conv2D; op_name = %s; addr = 0x%x"
                + "; size = %d; timestep_start = 0; timestep_end = 9; timestep_mode = TIMESTEP_LOAD"
                + "; hold_in_lmem = 0; allow_bank_conflict = 0; one_loop = 0; shape_secs = %s\n")
            .formatted(name, address, bytes, secs);
  }

  private static String finish(int bytes) {
    return HEAD + "assignLmemAddr_finish; tag = success; total_lmem_used = " + bytes + "\n";
  }

  @Test
  void aRecordOfAnotherSettingIsRejectedAtIt() {
    String other = placed("b", 0, 4096, "2,1,1,1,1");
    LogRun run =
        LogRun.of(
            SPEC
                + placed("a", 0, 64, "1,1,1,2,1")
                + other
                + placed("c", 64, 64, "1,1,1,2,1")
                + finish(128));
    run.end();

    PlanRecord.Summary plan = run.summaries().get(0);
    assertThat(run.summaries()).hasSize(1);
    assertThat(plan.peakBytes()).isEqualTo(128);
    assertThat(plan.findings()).isEmpty();
    assertThat(run.rejects)
        .singleElement()
        .satisfies(
            reject -> {
              assertThat(reject.column()).isEqualTo(other.indexOf("2,1,1,1,1") + 1);
              assertThat(reject.reason())
                  .isEqualTo(
                      "shape_secs=2,1,1,1,1 allow_bank_conflict=0 of another search: the open one"
                          + " has shape_secs=1,1,1,2,1 allow_bank_conflict=0");
            });
    assertThat(run.status().tracking().contradictions()).isEqualTo(1);
  }

  /** Its buffers are missing, so the compiler's total is more than the plan reaches. */
  @Test
  void aSearchThatEndsWithTheOtherOnesTotalSaysSo() {
    LogRun run =
        LogRun.of(
            SPEC
                + placed("a", 0, 64, "1,1,1,2,1")
                + placed("b", 0, 4096, "2,1,1,1,1")
                + finish(4096));
    run.end();

    assertThat(run.summaries()).singleElement().returns(64L, PlanRecord.Summary::peakBytes);
    assertThat(run.summaries().get(0).findings().toString())
        .contains("the compiler says 4096 B, the buffers reach 64 B");
  }
}
