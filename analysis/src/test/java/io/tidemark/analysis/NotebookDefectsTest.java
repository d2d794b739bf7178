package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.plan.PlanRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Cases in which TPU-MLIR's {@code layergroup_lmem_assign_visualizer} notebook misreads a log or
 * shows a wrong figure, and Tidemark must not.
 */
class NotebookDefectsTest {

  private final List<String> lines = new ArrayList<>();

  /** Adds a placement; a negative address is a failed one. */
  private void placed(String secs, String name, long address, int first, int last, String flags) {
    lines.add(
        "; action = lmem_assign; debug_range = all; step = dump_lmem_assign_result"
            + "; tag = iteration_result; remark = \"text\"; status = "
            + (address < 0 ? "failed" : "success")
            + "; lmem_type = LMEM_ACTIVATION; op_type = tpu.Conv2D; op_name = "
            + name
            + "; addr = "
            + (address < 0 ? "-1" : "0x%08x".formatted(address))
            + "; size = 100; timestep_start = "
            + first
            + "; timestep_end = "
            + last
            + "; timestep_mode = TIMESTEP_LOAD; "
            + flags
            + "; shape_secs = "
            + secs);
  }

  private void placed(String secs, String name) {
    placed(secs, name, 0, 0, 1, "hold_in_lmem = 0; allow_bank_conflict = 0; one_loop = 0");
  }

  private LogRun run() {
    LogRun run = LogRun.of(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
    run.end();
    return run;
  }

  private static List<String> names(LogRun run) {
    return run.events.stream()
        .filter(Interval.class::isInstance)
        .map(event -> ((Interval) event).buffer().name())
        .toList();
  }

  private static List<Integer> sizes(LogRun run) {
    return run.summaries().stream().map(plan -> plan.arena().placements().placed()).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a(b)", "x[0]", "model/a/Relu;model/b/Conv", "(b)a", "$x", "a@b", "50%", "a>b`c"})
  void aNameIsNotCutAtAnOddCharacter(String name) {
    placed("1,1,1,1,1", name);
    assertThat(names(run())).containsExactly(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e5", "1.5", "5.", ".5", "conv_0x1f", "123", "0x", "-7"})
  void aNameThatLooksLikeANumberIsANameAndEndsNothing(String name) {
    placed("1,1,1,1,1", name);
    placed("1,1,1,1,1", "after");
    assertThat(names(run())).containsExactly(name, "after");
  }

  @Test
  void aSettingOfOneRecordIsAPlanOfItsOwn() {
    placed("1,1,1,1,1", "a0");
    placed("1,1,1,1,1", "a1");
    placed("1,1,1,2,1", "b0");
    placed("1,1,1,3,1", "c0");
    placed("1,1,1,3,1", "c1");
    assertThat(sizes(run())).containsExactly(2, 1, 2);
  }

  @Test
  void theLastSettingOfALogIsNotDroppedForHavingOneRecord() {
    placed("1,1,1,1,1", "a0");
    placed("1,1,1,2,1", "b0");
    assertThat(sizes(run())).containsExactly(1, 1);
  }

  @Test
  void aSettingMetAgainIsAnotherPlanAlsoRightAfterItself() {
    placed("1,1,1,1,1", "a0");
    placed("1,1,1,1,1", "a1");
    placed("1,1,1,1,1", "a0");
    placed("1,1,1,2,1", "b0");
    placed("1,1,1,1,1", "a0");
    assertThat(sizes(run())).containsExactly(2, 1, 1, 1);
  }

  @Test
  void runsOfOneSettingAreToldApartByTheirSpec() {
    String spec =
        "; action = lmem_assign; debug_range = all; step = lmem_spec; tag = stamp; remark = \"x\""
            + "; lmem_eu_bytes = 16; lmem_npu_num = 32; lmem_bytes = 131072; lmem_banks = 16"
            + "; lmem_bank_bytes = 8192";
    lines.add(spec);
    placed("1,1,1,1,1", "a0");
    lines.add(spec);
    placed("1,1,1,1,1", "other");
    assertThat(sizes(run())).containsExactly(1, 1);
  }

  @Test
  void stepZeroHasAFigureOfItsOwnAndAHeldBufferCountsAtEveryStep() {
    placed("1,1,1,1,1", "weight", 0, 2, 2, "hold_in_lmem = 1; one_loop = 0");
    placed("1,1,1,1,1", "late", 100, 3, 3, "hold_in_lmem = 0; one_loop = 0");
    placed("1,1,1,1,1", "once", 200, 1, 1, "hold_in_lmem = 1; one_loop = 1");
    LogRun run = run();
    assertThat(run.summaries().get(0).use().usedPerStep()).containsExactly(100L, 200L, 100L, 200L);
    assertThat(names(run)).as("each once").containsExactly("weight", "late", "once");
  }

  @Test
  void whatFoundNoPlaceAndWhatSharesOneDoNotSwellTheUse() {
    String flags = "hold_in_lmem = 0; one_loop = 0";
    placed("1,1,1,1,1", "operand", 0, 0, 2, flags);
    placed("1,1,1,1,1", "in place", 0, 1, 3, flags);
    placed("1,1,1,1,1", "half of it", 50, 2, 2, flags);
    placed("1,1,1,1,1", "no place", -1, 1, 1, flags);
    PlanRecord.Summary plan = run().summaries().get(0);
    assertThat(plan.use().usedPerStep()).containsExactly(100L, 100L, 150L, 100L);
    assertThat(plan.use().usedPerStepWithFailed()).containsExactly(100L, 200L, 150L, 100L);
    assertThat(plan.arenaBytes()).isEqualTo(150);
    assertThat(plan.arena().stackedBytes()).isEqualTo(250);
    assertThat(plan.arena().placements().failedBytes()).isEqualTo(100);
  }

  @Test
  void aLifeThatWrapsAroundTellsTheLoopsLengthByItsFirstStep() {
    placed("1,1,1,1,1", "wraps", 0, 4, 1, "hold_in_lmem = 0; one_loop = 0");
    PlanRecord.Summary plan = run().summaries().get(0);
    assertThat(plan.use().usedPerStep()).containsExactly(100L, 100L, 0L, 0L, 100L);
  }

  @Test
  void aCutRecordIsARejectAndTheOthersStay() {
    placed("1,1,1,1,1", "before");
    lines.add(lines.get(0).substring(0, lines.get(0).indexOf("; status")));
    placed("1,1,1,1,1", "after");
    LogRun run = run();
    assertThat(names(run)).containsExactly("before", "after");
    assertThat(run.rejects).extracting("line").containsExactly(2L);
  }

  @Test
  void aRemarkMayHoldAnythingAndAnotherActionIsAnother() {
    placed("1,1,1,1,1", "a0");
    lines.set(0, lines.get(0).replace("\"text\"", "\"can't `find`; size = 7; \\\""));
    lines.add(lines.get(0).replace("lmem_assign;", "lmem_assign_x;"));
    LogRun run = run();
    assertThat(run.summaries()).singleElement().extracting("peakBytes").isEqualTo(100L);
    assertThat(run.rejects).isEmpty();
  }
}
