package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.FailedTensor;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanRecord.Finding;
import io.tidemark.model.plan.PlanRecord.Summary;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Results of XLA's out-of-memory texts and of dumps of BFC allocators. */
class XlaLogTracksTest {

  static LogRun of(String... lines) {
    return of(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
  }

  static LogRun of(byte[] log) {
    LogRun run = LogRun.of(log);
    run.end();
    return run;
  }

  static List<OutOfMemory> failures(LogRun run) {
    return run.events.stream()
        .filter(OutOfMemory.class::isInstance)
        .map(OutOfMemory.class::cast)
        .toList();
  }

  static Summary plan(LogRun run, String name) {
    return (Summary) Objects.requireNonNull(run.plans.get("log#1 " + name + " 0"), name);
  }

  @Test
  void aModuleThatRematerializationLeftTooLargeIsAWarningAndNoFailure() {
    String line =
        "W hlo_rematerialization.cc:1] Can't reduce memory use below 1.00KiB (1024 bytes) by"
            + " rematerialization; only reduced to 2.00KiB (2048 bytes), down from 3.00KiB (3072"
            + " bytes) originally";
    LogRun run = of(line, line);
    assertThat(failures(run)).isEmpty();
    assertThat(run.plans).hasSize(1);
    Summary plan = plan(run, "xla-rematerialization#1");
    assertThat(plan.space().capacityBytes()).isEqualTo(1024);
    assertThat(plan.arenaBytes()).isEqualTo(2048);
    assertThat(plan.findings())
        .containsExactly(
            new Finding(
                FindingKind.STILL_TOO_LARGE, "needs 2.00 KiB, above its limit of 1.00 KiB"));
    assertThat(run.alerts).containsOnlyKeys("log#1 0 HBM WILL_NOT_FIT");
    assertThat(run.alerts.firstEntry().getValue().sentence())
        .isEqualTo("plan xla-rematerialization#1: needs 2.00 KiB, above its limit of 1.00 KiB");
  }

  /** A report that is cut within a buffer. */
  @Test
  void aBufferWithoutATypeIsPartOfTheProgramAndCountsOnce() {
    LogRun run =
        of(
            "RESOURCE_EXHAUSTED: Ran out of memory in memory space vmem. Used 70.00M of 64.00M"
                + " vmem. Exceeded vmem capacity by 6.00M.",
            "Program vmem requirement 70.00M:",
            "    scoped           69.00M",
            "    HLO temp         1.00M",
            "  1. Size: 8.00M",
            "     Operator: op_name=\"jit(f)/pallas_call\" source_file=\"/src/f.py\" source_line=12",
            "     Shape: bf16[8,2048,256]{2,1,0}");
    Summary plan = plan(run, "xla-out-of-memory#1");
    assertThat(plan.arenaBytes()).isEqualTo(70 << 20);
    assertThat(plan.peaks().classBytes())
        .isEqualTo(Map.of("scoped", 69L << 20, "temporary", 1L << 20));
    assertThat(plan.peaks().owners())
        .extracting(PlanRecord.Owner::buffer)
        .contains("bf16[8,2048,256] at f.py:12");
  }

  @Test
  void theFailedTensorIsAtItsLineInTheUsersCode() {
    LogRun run =
        of(
            "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 4096 bytes.",
            "BufferAssignment OOM Debugging.",
            "Peak buffers:",
            "\tBuffer 1:",
            "\t\tSize: 4.0KiB",
            "\t\tOperator: op_name=\"jit(f)/add\" source_file=\"/src/f.py\" source_line=12",
            "\t\tXLA Label: fusion",
            "\t\tShape: f32[1024]",
            "\t\t==========================");
    assertThat(run.status().failures().newest().get(0).allocation().tensor())
        .isEqualTo(new FailedTensor("1024", "f32", 4096, "f.py:12 (jit(f)/add)", true));
  }

  private static final String GPU_FAILED =
      "2024-07-12 14:20:01.7: W bfc_allocator.cc:497] Allocator (GPU_1_bfc) ran out of memory trying"
          + " to allocate 1000B (rounded to 1024)requested by op";

  private static final String LOG = "2024-07-12 14:20:01.7: I bfc_allocator.cc:1] ";

  @Test
  void oneFailureToldByEveryLayerIsOne() {
    LogRun run =
        of(
            GPU_FAILED,
            LOG + "*".repeat(100),
            "W op_kernel.cc:1] OOM when allocating tensor with shape[250] and type float on"
                + " /job:localhost by allocator GPU_1_bfc",
            "W op_kernel.cc:1] OOM when allocating tensor with shape[250] and type flo",
            "XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 1000"
                + " bytes.");
    assertThat(failures(run))
        .singleElement()
        .satisfies(
            failure -> {
              assertThat(failure.device()).isEqualTo("1");
              assertThat(failure.memory()).isEqualTo("HBM");
              assertThat(failure.shortage().neededBytes()).isEqualTo(1024);
              assertThat(failure.during()).isNull();
            });
  }

  @Test
  void aTensorsTextAloneIsAFailureToldOnce() {
    String text =
        "ResourceExhaustedError: OOM when allocating tensor with shape[8,32] and type half on"
            + " /job:a by allocator GPU_0_bfc";
    assertThat(failures(of(text, text)))
        .singleElement()
        .satisfies(
            failure -> {
              assertThat(failure.memory()).isEqualTo("HBM");
              assertThat(failure.shortage().neededBytes()).isEqualTo(512);
              assertThat(failure.allocation().where()).isEqualTo("half[8,32] on /job:a");
            });
  }

  @Test
  void linesOfTwoThreadsInTurnAreTwoDumps() {
    String[] logs = {
      "I0000 00:00:1.2   7 bfc_allocator.cc:1] ", "I0000 00:00:1.2   8 bfc_allocator.cc:1] "
    };
    String failed =
        "Allocator (GPU_%d_bfc) ran out of memory trying to allocate 2B (rounded to 256)";
    LogRun run =
        of(
            logs[0] + failed.formatted(0) + "requested by op one",
            logs[1] + failed.formatted(1) + "requested by op two",
            logs[0] + "BFCAllocator dump for GPU_0_bfc",
            logs[1] + "BFCAllocator dump for GPU_1_bfc",
            logs[0] + "Free  at 7f of size 64 next 1",
            logs[1] + "Free  at 7f of size 32 next 1",
            logs[0] + "Stats: ",
            "Limit:    1000",
            "InUse:    900",
            logs[1] + "Stats: ",
            "Limit:    2000",
            "InUse:    1900",
            logs[1] + "*".repeat(100),
            logs[0] + "*".repeat(100));
    assertThat(failures(run))
        .extracting(OutOfMemory::during, OutOfMemory::device, o -> o.bank().largestFreePerBank())
        .containsExactly(tuple("two", "1", 32L), tuple("one", "0", 64L));
    assertThat(run.usage.get("log#1 0 HBM").now().capacityBytes()).isEqualTo(1000);
    assertThat(run.usage.get("log#1 1 HBM").now().usedBytes()).isEqualTo(1900);
  }

  @Test
  void aFailureWithoutADumpIsToldAtTheNextOrAtTheEnd() {
    assertThat(failures(of(GPU_FAILED, GPU_FAILED)))
        .hasSize(2)
        .allSatisfy(f -> assertThat(f.diagnosis()).isEqualTo(Diagnosis.UNKNOWN));
  }

  @ParameterizedTest
  @CsvSource({
    // in use, largest free chunk, what is published
    "900, 64, NOT_ENOUGH_FREE",
    "0, 512, FRAGMENTED",
    "0, 1024, A_FREE_BLOCK_COULD_HOLD_IT"
  })
  void whatWasFreeTellsWhyItFailed(long inUse, long largest, Diagnosis diagnosis) {
    LogRun run =
        of(
            GPU_FAILED,
            LOG + "BFCAllocator dump for GPU_1_bfc",
            LOG + "Next region of size 1536",
            LOG + "Free  at 7f of size " + largest + " next 1",
            LOG + "Stats: ",
            "Limit:    1536",
            "InUse:    " + inUse,
            "",
            LOG + "*".repeat(100));
    assertThat(failures(run))
        .singleElement()
        .satisfies(failure -> assertThat(failure.diagnosis()).isEqualTo(diagnosis));
    assertThat(run.usage).containsOnlyKeys("log#1 1 HBM");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Limit:      100", "     Shape: f32[2]", "    program    12.00G"})
  void linesThatAnyLogHoldsBeginNoRunOfThis(String line) {
    assertThat(of(line).runs.firstEntry().getValue().formats()).isEmpty();
  }
}
