package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import io.tidemark.model.event.Extent;
import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanState;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GlobalMemorySamplesTest {

  @Test
  void theOneRecordOfTheMixedLogIsAPlan() {
    LogRun run =
        LogRun.of(Samples.bytes("tpu-mlir/reconstructed/E_mixed_debug_types_with_noise.log"));
    PlanRecord.Summary plan = run.summaries().get(0);
    assertThat(plan.memory()).isEqualTo("GMEM");
    assertThat(plan.arenaBytes()).isEqualTo(409_600);
    assertThat(plan.use().usedPerStep().subList(0, 3)).containsOnly(0L);
    assertThat(plan.use().usedPerStep().subList(3, 9)).containsOnly(409_600L).hasSize(6);
  }

  @Test
  void aNetsProfileTellsWhatEachLayerTouches() {
    LogRun run = LogRun.of(Samples.bytes("tpu-mlir/real/block_cache_0.bmodel.net_0.profile.txt"));
    PlanRecord.Summary plan = run.summaries().get(0);
    assertThat(plan.state()).isEqualTo(PlanState.COMPLETE);
    assertThat(plan.use().steps()).isEqualTo(59);
    assertThat(plan.arena().placements().placed()).isEqualTo(95);
    assertThat(plan.use().usedPerStep().subList(0, 6))
        .containsExactly(12_288L, 2_203_648L, 12_288L, 32L, 65_536L, 4_096L);
    assertThat(plan.peakBytes()).isEqualTo(6_602_752);
    assertThat(plan.peaks().placed().step()).isEqualTo(13);
    assertThat(plan.peaks().classBytes())
        .isEqualTo(Map.of("weight", 6_586_368L, "activation", 16_384L));
    assertThat(plan.arenaBytes()).isEqualTo(31_572_416);
    assertThat(run.rejects).isEmpty();
    assertThat(run.events)
        .filteredOn(Interval.class::isInstance)
        .first()
        .isEqualTo(
            new Interval(
                new LogPosition(run.events.get(1).offset(), 0),
                "net#1",
                "GMEM",
                new PlannedBuffer("tensor -1", "RMSNorm", "activation"),
                Lifetime.of(0, 0),
                Extent.stated(4_325_937_152L, 4096),
                true));
  }

  @Test
  void aReleaseBuildsLogHasNoPlan() {
    LogRun run = LogRun.of(Samples.bytes("tpu-mlir/real/block_0.compile.log"));
    assertThat(run.plans).isEqualTo(Collections.emptyMap());
    assertThat(run.rejects).isEmpty();
  }
}
