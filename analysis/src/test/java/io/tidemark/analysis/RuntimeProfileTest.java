package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.model.event.Extent;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.MemoryEvent.Snapshot;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Blocks and accesses in TPU-MLIR's runtime profile. */
class RuntimeProfileTest {

  private static LogRun blocks() {
    return LogRun.of(GoldenCase.log("tpumlir/runtime-blocks"));
  }

  private static LogRun accesses() {
    return LogRun.of(GoldenCase.log("tpumlir/accesses"));
  }

  private static List<Long> used(LogRun run, String memory) {
    return run.events.stream()
        .filter(Snapshot.class::isInstance)
        .flatMap(event -> ((Snapshot) event).memories().stream())
        .filter(view -> view.memory().equals(memory))
        .map(MemoryView::usedBytes)
        .toList();
  }

  @Test
  void useIsKnownAtEveryBlockAndWhatWasGivenBackBeforeItIsGone() {
    LogRun run = blocks();
    assertThat(used(run, "GMEM"))
        .containsExactly(25_600L, 33_600L, 37_600L, 33_600L, 34_600L, 26_600L, 28_600L);
    assertThat(used(run, "HOST")).containsExactly(512L);
    MemoryUsage usage = run.usage.get("log#1 0 GMEM");
    assertThat(usage.tidemark().usedBytes()).isEqualTo(37_600);
  }

  @Test
  void whatWasGivenBackIsGoneWhenTheLogIsOver() {
    LogRun run = blocks();
    run.end();
    assertThat(used(run, "GMEM")).endsWith(28_600L, 25_600L);
    assertThat(used(run, "HOST")).containsExactly(512L);
  }

  @Test
  void aBlocksGrowthIsOfWhatItHolds() {
    LogRun run = blocks();
    assertThat(run.op("GMEM", "neuron_mem0").growthBytes()).isEqualTo(8000);
    assertThat(run.op("GMEM", "io").growthBytes()).isEqualTo(5000);
    assertThat(run.op("GMEM", "io").count()).isEqualTo(2);
  }

  @Test
  void aCutBlockIsAReject() {
    LogRun run = blocks();
    assertThat(run.rejects).extracting("line").containsExactly(15L);
    assertThat(run.rejects).extracting("column").containsExactly(44);
    assertThat(run.summaries()).extracting(PlanRecord.Summary::memory).containsExactly("GMEM");
  }

  @Test
  void aCommandIsAStepAndWhatItTouchesTwiceCountsOnce() {
    LogRun run = accesses();
    run.end();
    PlanRecord.Summary global = run.summaries().get(0);
    assertThat(global.memory()).isEqualTo("GMEM");
    assertThat(global.state()).isEqualTo(PlanState.COMPLETE);
    assertThat(global.use().usedPerStep()).containsExactly(8192L, 1024L);
    assertThat(global.arenaBytes()).isEqualTo(8192);
    assertThat(global.peaks().classBytes()).isEqualTo(Map.of("read", 6144L, "write", 4096L));
    PlanRecord.Summary local = run.summaries().get(1);
    assertThat(local.memory()).isEqualTo("LMEM");
    assertThat(local.use().usedPerStep()).containsExactly(8192L, 8192L);
    assertThat(local.arenaBytes()).isEqualTo(12_288);
    assertThat(run.rejects).extracting("line").containsExactly(9L, 10L);
  }

  @Test
  void anAccessTellsTheBlockThatItIsIn() {
    assertThat(accesses().events)
        .filteredOn(Interval.class::isInstance)
        .first()
        .extracting("plan", "memory", "buffer", "extent")
        .containsExactly(
            "accesses#1",
            "GMEM",
            new PlannedBuffer("dtype=FP16, shape=(1,2,3,4)", "coeff", "read"),
            Extent.stated(4_294_967_296L, 4096));
  }

  @Test
  void anotherHeadingIsAnotherTable() {
    byte[] log = GoldenCase.log("tpumlir/accesses");
    byte[] twice = new byte[2 * log.length];
    System.arraycopy(log, 0, twice, 0, log.length);
    System.arraycopy(log, 0, twice, log.length, log.length);
    assertThat(LogRun.of(twice).summaries())
        .extracting(PlanRecord.Summary::memory, plan -> plan.arena().placements().placed())
        .containsExactly(tuple("GMEM", 4), tuple("LMEM", 3), tuple("GMEM", 4), tuple("LMEM", 3));
  }
}
