package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanRecord.Finding;
import io.tidemark.model.plan.PlanState;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** DDR as assigned by TPU-MLIR's compiler and as stated by a net's profile. */
class GlobalMemoryTest {

  @Test
  void weightsAndOneMethodsTensorsAreAPlan() {
    LogRun run = LogRun.of(GoldenCase.log("tpumlir/global-memory"));
    run.end();
    PlanRecord.Summary plan = run.summaries().get(0);
    assertThat(plan.memory()).isEqualTo("GMEM");
    assertThat(plan.attempt().setting()).isEqualTo("GmemAllocFitFirst");
    assertThat(plan.state()).isEqualTo(PlanState.COMPLETE);
    assertThat(plan.arena().placements().placed()).isEqualTo(5);
    // Weights live at all positions; relu1 reuses the place of conv1; conv2 is never freed.
    assertThat(plan.use().usedPerStep()).containsExactly(4160 + 1000L, 4160 + 1000L, 4160 + 1500L);
    assertThat(plan.arenaBytes()).isEqualTo(4160 + 1500);
    assertThat(plan.findings()).containsExactly(new Finding(FindingKind.UNTERMINATED, "unused"));
    assertThat(plan.peaks().classBytes()).isEqualTo(Map.of("weight", 4160L, "activation", 1500L));
  }

  @Test
  void anotherMethodIsAnotherPlanAndACutRecordNone() {
    LogRun run = LogRun.of(GoldenCase.log("tpumlir/global-memory"));
    assertThat(run.summaries())
        .extracting(plan -> plan.attempt().setting())
        .containsExactly("GmemAllocFitFirst", "GmemAllocOpSizeOrder");
    assertThat(run.rejects).extracting("line").containsExactly(9L);
    assertThat(run.rejects).extracting("reason").containsExactly("live_end is missing");
  }
}
