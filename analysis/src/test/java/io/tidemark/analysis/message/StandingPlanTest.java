package io.tidemark.analysis.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogRun;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanState;
import org.junit.jupiter.api.Test;

/** What an engine holds is a whole plan while it runs, not only after its end. */
class StandingPlanTest {

  private static final String DEVICE =
      "llama_model_load_from_file_impl: using device CUDA0 (NVIDIA GeForce RTX 3090) - 8192 MiB free\n";
  private static final String WEIGHTS =
      "load_tensors:        CUDA0 model buffer size =  6144.00 MiB\n";
  private static final String CACHE = "llama_kv_cache:      CUDA0 KV buffer size =  4096.00 MiB\n";

  private static PlanRecord.Summary plan(LogRun run) {
    return run.plans.values().stream()
        .filter(PlanRecord.Summary.class::isInstance)
        .map(PlanRecord.Summary.class::cast)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void partsThatFitAreAPlanThatFits() {
    LogRun run = LogRun.of(DEVICE + WEIGHTS);

    assertThat(plan(run).state()).isEqualTo(PlanState.COMPLETE);
    assertThat(run.alerts).isEmpty();
  }

  @Test
  void partsThatNeedMoreThanIsFreeRaiseTheAlertWhileItRuns() {
    LogRun run = LogRun.of(DEVICE + WEIGHTS + CACHE);

    assertThat(plan(run).arenaBytes()).isEqualTo(10_240L << 20);
    assertThat(run.alerts.keySet()).singleElement().isEqualTo("log#1 0 VRAM WILL_NOT_FIT");
  }

  @Test
  void aDeviceWithoutAPartIsNoPlanYet() {
    assertThat(plan(LogRun.of(DEVICE)).state()).isEqualTo(PlanState.OPEN);
  }

  private static String offload(String free, String device, String weights) {
    return """
        time=2025-03-14T10:00:00.222Z level=INFO source=server.go:175 msg=offload library=cuda \
        layers.requested=-1 layers.model=33 layers.offload=33 layers.split="" \
        memory.available="[%s]" memory.gpu_overhead="0 B" memory.required.full="64.0 GiB" \
        memory.required.partial="%s" memory.required.kv="1.0 GiB" \
        memory.required.allocations="[%s]" memory.weights.total="%s" \
        memory.weights.repeating="4.1 GiB" memory.weights.nonrepeating="411.0 MiB" \
        memory.graph.full="1.0 GiB" memory.graph.partial="1.0 GiB"
        """
        .formatted(free, device, device, weights);
  }

  @Test
  void aDeviceThatTakesTheWholeModelHoldsItsParts() {
    LogRun run = LogRun.of(offload("8.0 GiB", "7.0 GiB", "4.0 GiB"));

    assertThat(plan(run).peakBytes()).isEqualTo(7L << 30);
    assertThat(plan(run).space().capacityBytes()).isEqualTo(8L << 30);
    assertThat(run.alerts).isEmpty();
  }

  @Test
  void aDeviceThatTakesAPartOfTheModelDoesNotHoldTheWhole() {
    LogRun run = LogRun.of(offload("8.0 GiB", "7.0 GiB", "60.0 GiB"));

    assertThat(plan(run).arenaBytes()).isEqualTo(7L << 30);
    assertThat(plan(run).peakBytes()).isZero();
    assertThat(run.alerts).isEmpty();
  }

  @Test
  void theFreeMemoryOfSeveralDevicesIsThatOfNone() {
    LogRun run = LogRun.of(offload("8.0 GiB 8.0 GiB", "7.0 GiB", "60.0 GiB"));

    assertThat(plan(run).space().capacityBytes()).isZero();
  }
}
