package io.tidemark.analysis.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogRun;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.plan.PlanRecord;
import org.junit.jupiter.api.Test;

/** What the newest snapshot of a memory adds to what a line leaves out. */
class NewestSnapshotTest {

  private static final long MIB = 1 << 20;

  /** Of a device of 8 GiB of which 6 GiB are free. */
  private static String breakdown(int self, int weights) {
    return """
        llama_memory_breakdown_print: |   - CUDA0 (RTX 3090) | 8192 = 6144 + (%d = %d +     512 +     512) +        -7168 |
        """
        .formatted(self, weights);
  }

  private static String failed(String mib) {
    return "ggml_backend_cuda_buffer_type_alloc_buffer: allocating %s MiB on device 0: cudaMalloc failed: out of memory\n"
        .formatted(mib);
  }

  private static FailedAllocation failure(String log) {
    LogRun run = LogRun.of(log);
    run.end();
    return run.status().failures().newest().get(0).allocation();
  }

  @Test
  void aFailureAboveWhatWasFreeLacksThat() {
    FailedAllocation failed = failure(breakdown(7168, 6144) + failed("6500.00"));

    assertThat(failed.diagnosis()).isEqualTo(Diagnosis.NOT_ENOUGH_FREE);
    assertThat(failed.bank().freePerBank()).isEqualTo(6144 * MIB);
    assertThat(failed.bank().bankBytes()).isEqualTo(8192 * MIB);
  }

  @Test
  void ofARequestThatFitsIntoItNothingIsSaid() {
    FailedAllocation failed = failure(breakdown(1024 + 16, 16) + failed("6000.00"));

    assertThat(failed.bank().freePerBank()).isNull();
  }

  @Test
  void whatWasPlacedSinceIsNoLongerFree() {
    String weights = "load_tensors:        CUDA0 model buffer size =  6000.00 MiB\n";
    FailedAllocation failed = failure(breakdown(7168, 6144) + weights + failed("6500.00"));

    assertThat(failed.bank().freePerBank()).isNull();
  }

  @Test
  void whatItsWriterMakesSmallerFirstIsNoPlanOfTheRun() {
    LogRun run = LogRun.of(breakdown(10_240, 9216) + breakdown(5120, 4096));
    run.end();

    assertThat(run.plans.values().stream().filter(PlanRecord.Summary.class::isInstance))
        .singleElement()
        .satisfies(
            plan -> assertThat(((PlanRecord.Summary) plan).arenaBytes()).isEqualTo(5120 * MIB));
    assertThat(run.alerts).isEmpty();
  }

  @Test
  void theMostThatAnAllocatorTookIsKept() {
    String line =
        "[2026-01-02 10:00:00,123] [INFO] [utils.py:801:see_memory_usage] MA 7.5 GB         Max_MA 10.25 GB         CA 10.5 GB         Max_CA %s GB\n";
    LogRun run = LogRun.of(line.formatted(12) + line.formatted(11));
    run.end();
    MemoryUsage usage = run.usage.firstEntry().getValue();

    assertThat(usage.peaks().reservedBytes()).isEqualTo(12L << 30);
    assertThat(usage.tidemark().usedBytes()).isEqualTo(41L << 28);
  }
}
