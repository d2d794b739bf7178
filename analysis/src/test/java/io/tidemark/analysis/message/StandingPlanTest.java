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
}
