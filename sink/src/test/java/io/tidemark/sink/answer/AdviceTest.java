package io.tidemark.sink.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.Holder;
import io.tidemark.model.event.Shortage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdviceTest {

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          xla-log, 0, HBM, 10, 8, -, -, error_1000
          xla-log, 0, VMEM, 10, 8, -, -, error_1001
          xla-log, 0, VMEM, -, -, -, -, error_1001
          xla-log, 0, HBM, 3, -, 2, jit_f, error_0101
          xla-log, 0, HBM, 3, -, 2, -, error_0100
          xla-log, 0x0x1, HBM, 3, 8, 2, -, error_0100
          xla-log, 0, HBM, 3, 8, 2, -, -
          xla-log, 0, HBM, 10, 8, 2, -, -
          xla-log, 0, HBM, 3, -, -, AddV2, -
          xla-log, 0, GPU, 3, -, 2, -, -
          neuron, 0, HBM, 10, 8, -, -, -
          """)
  void aFailureOnATpuLeadsToItsPage(
      String format,
      String device,
      String memory,
      @Nullable Long needed,
      @Nullable Long capacity,
      @Nullable Long free,
      @Nullable String program,
      @Nullable String page) {
    FailedAllocation failed =
        new FailedAllocation(
            device,
            memory,
            Shortage.ofOneBank(new BankBytes(needed, capacity, null, free, null)),
            Diagnosis.UNKNOWN,
            null,
            program);

    assertThat(Advice.page(failed, List.of(format)))
        .isEqualTo(page == null ? "" : " See https://openxla.org/xla/errors/" + page + ".");
  }

  private static String of(String memory, Diagnosis diagnosis, Fills fills) {
    return Advice.of(failed(memory, diagnosis), List.of("xla-log"), fills);
  }

  private static FailedAllocation failed(String memory, Diagnosis diagnosis) {
    Shortage shortage = Shortage.ofOneBank(BankBytes.needed(10));
    return new FailedAllocation("0", memory, shortage, diagnosis, null, null);
  }

  @ParameterizedTest
  @CsvSource({
    "vllm, VRAM, UNKNOWN, gpu_memory_utilization",
    "vllm, VRAM, NOT_ENOUGH_FREE, tensor_parallel_size",
    "llama-cpp, VRAM, UNKNOWN, --n-gpu-layers",
    "llama-cpp, HOST, UNKNOWN, more host memory",
    "host, HOST, UNKNOWN, more host memory",
    "vllm, L1, UNKNOWN, Move a tensor to DRAM",
    "vllm, L1_SMALL, LARGER_THAN_AN_EMPTY_BANK, larger l1_small_size",
    "vllm, ARENA, NOT_ENOUGH_FREE, Enlarge the arena",
    "tenstorrent, DRAM, UNKNOWN, a lower precision",
    "host, WORKSPACE, UNKNOWN, ask for less at once",
  })
  void anEngineHasSettingsOfItsOwn(String format, String memory, Diagnosis why, String setting) {
    assertThat(Advice.of(failed(memory, why), List.of("pytorch", format), Fills.NONE))
        .contains(setting);
  }

  @ParameterizedTest
  @ValueSource(strings = {"VMEM", "SMEM"})
  void theMemoryOfACoreIsAKernelsAndNotABatchs(String memory) {
    assertThat(of(memory, Diagnosis.LARGER_THAN_AN_EMPTY_BANK, Fills.NONE))
        .contains("smaller blocks", memory.equals("VMEM") ? "vmem_limit_bytes" : "(BlockSpec of")
        .doesNotContain("batch");
  }

  @Test
  void theAdviceOfAMessageIsBetterThanThatOfItsDiagnosis() {
    FailedAllocation failed = failed("VMEM", Diagnosis.REGION_TOO_SMALL);
    assertThat(Advice.of(failed.advised("Ask."), List.of("xla-log", "vllm"), Fills.NONE))
        .isEqualTo("Ask.");
    assertThat(of("BAR", Diagnosis.REGION_TOO_SMALL, Fills.NONE)).startsWith("Enlarge the region");
  }

  @Test
  void whoHeldTheMemoryIsNotMissedWhereItIsKnown() {
    assertThat(of("HBM", Diagnosis.UNKNOWN, Fills.NONE)).contains("does not say who held");
    assertThat(of("HBM", Diagnosis.UNKNOWN, parts("output", 10)))
        .startsWith("Free what is not needed");
  }

  private static Fills parts(String name, long bytes) {
    List<Holder> parts = List.of(new Holder(name, bytes), new Holder("others", 10));
    return new Fills(parts, List.of(), List.of());
  }

  @ParameterizedTest
  @CsvSource({
    "temporary, 11, Temporaries hold most of it: use a smaller batch",
    "activations, 11, Activations hold most of it: use a smaller batch",
    "KV cache, 11, The cache holds most of it: shorten the context",
    "optimizer, 11, Optimizer states hold most",
    "parameter, 11, 'Parameters (weights, states, inputs) hold most'",
    "temporary, 9, Free what is not needed",
    "tensors, 11, Free what is not needed",
  })
  void aBatchIsNamedOnlyWhereItHoldsTheMemory(String part, long bytes, String advice) {
    assertThat(of("HBM", Diagnosis.NOT_ENOUGH_FREE, parts(part, bytes))).startsWith(advice);
    assertThat(Advice.of(AlertRule.WILL_NOT_FIT, "HBM", true, parts(part, bytes)))
        .startsWith(advice);
  }

  @ParameterizedTest
  @CsvSource({
    "4398046511104, -1, No memory is that large",
    "4398046511104, 85899345920, No memory is that large",
    "1099511627776, 549755813888, Split it over devices or steps",
    "4294967296, 1073741824, Split it over devices or steps",
  })
  void aRequestThatNobodyMeantIsNoneOfABatch(long needed, long size, String advice) {
    Shortage shortage = Shortage.ofOneBank(BankBytes.stated(needed, size, -1, -1, -1));
    FailedAllocation failed =
        new FailedAllocation("0", "HBM", shortage, Diagnosis.of(shortage.bank()), null, "MatMul");

    assertThat(
            Advice.of(failed.advised(size < 0 ? "Own." : null), List.of("onnxruntime"), Fills.NONE))
        .startsWith(advice);
  }

  @Test
  void aSmallRegionOfACoreGetsWhatIsMissing() {
    Shortage shortage = new Shortage(64, 16384L, BankBytes.stated(256, 32768, -1, -1, -1));
    FailedAllocation failed =
        new FailedAllocation("0", "L1_SMALL", shortage, Diagnosis.UNKNOWN, null, null);

    assertThat(Advice.of(failed, List.of("tenstorrent"), Fills.NONE))
        .isEqualTo("Open the device with l1_small_size >= 33024.");
  }

  @Test
  void piecesOfPyTorchAreMendedBeforeItsOwner() {
    FailedAllocation failed = failed("HBM", Diagnosis.FRAGMENTED).advised("Shard it.");

    assertThat(Advice.of(failed, List.of("pytorch"), Fills.NONE))
        .startsWith("What PyTorch reserved")
        .endsWith(" Shard it.");
    assertThat(Advice.of(failed, List.of("iree"), Fills.NONE)).isEqualTo("Shard it.");
    assertThat(Advice.of(failed.advised(null), List.of("iree"), Fills.NONE))
        .isEqualTo("Allocate large tensors before small ones: what is free lies in pieces.");
  }

  @ParameterizedTest
  @CsvSource({"6, 'End process 7, or use another device.'", "5, Shard the states."})
  void anotherProcessIsEndedIfItHoldsWhatIsMissing(long held, String advice) {
    List<Holder> holders =
        List.of(
            new Holder("tensors", 80),
            new Holder("this process beside PyTorch", 1),
            new Holder("process 7", held));
    Shortage shortage = new Shortage(1, 10L, BankBytes.stated(10, 100, -1, 4, -1), holders);
    FailedAllocation failed =
        new FailedAllocation("0", "HBM", shortage, Diagnosis.NOT_ENOUGH_FREE, null, null);

    assertThat(Advice.of(failed.advised("Shard the states."), List.of("pytorch"), Fills.NONE))
        .startsWith(advice);
  }

  @Test
  void manyProcessesAreRatherRanks() {
    List<Holder> holders = new ArrayList<>(List.of(new Holder("tensors", 80)));
    for (int i = 0; i < 4; i++) {
      holders.add(new Holder("process " + i, 2));
    }
    Shortage shortage = new Shortage(1, 10L, BankBytes.stated(10, 100, -1, 4, -1), holders);
    FailedAllocation failed =
        new FailedAllocation("0", "HBM", shortage, Diagnosis.NOT_ENOUGH_FREE, null, null);

    assertThat(Advice.of(failed, List.of("pytorch"), Fills.NONE))
        .startsWith("4 other processes hold 8 B: end them");
  }

  @ParameterizedTest
  @CsvSource({"48, Shard the states.", "47, 49 B are not of this process's allocator: other"})
  void othersAreEndedIfTheyHoldMoreThanItsAllocator(long held, String advice) {
    Shortage shortage =
        new Shortage(
            1, 10L, BankBytes.stated(10, 100, 96, 4, -1), List.of(new Holder("tensors", held)));
    FailedAllocation failed =
        new FailedAllocation("0", "HBM", shortage, Diagnosis.NOT_ENOUGH_FREE, null, null);

    assertThat(Advice.of(failed.advised("Shard the states."), List.of("pytorch"), Fills.NONE))
        .startsWith(advice);
  }

  @Test
  void aProcessThatMayBeTheOwnIsNotEnded() {
    Shortage shortage =
        new Shortage(
            1, 10L, BankBytes.stated(10, 100, -1, 4, -1), List.of(new Holder("process 7", 90)));
    FailedAllocation failed =
        new FailedAllocation("0", "HBM", shortage, Diagnosis.NOT_ENOUGH_FREE, null, null);

    assertThat(Advice.of(failed, List.of("pytorch"), Fills.NONE))
        .startsWith("Free what is not needed")
        .endsWith("_dump_snapshot() show who holds it.");
  }

  @ParameterizedTest
  @CsvSource({"-1, -1, 'Enlarge the region, or'", "-1, 4, 'by 6 B'", "8, -1, 'at least 10 B'"})
  void aRegionIsEnlargedByWhatIsMissing(long size, long free, String words) {
    Shortage shortage = Shortage.ofOneBank(BankBytes.stated(10, size, -1, free, -1));
    FailedAllocation failed =
        new FailedAllocation("0", "WORKSPACE", shortage, Diagnosis.REGION_TOO_SMALL, null, null);

    assertThat(Advice.of(failed, List.of("serving"), Fills.NONE)).contains(words);
  }

  @Test
  void anArenaHasNoBatch() {
    assertThat(Advice.of(AlertRule.WILL_NOT_FIT, "ARENA", true))
        .isEqualTo("Enlarge the arena, or use a smaller or quantised model.");
    assertThat(Advice.of(AlertRule.WILL_NOT_FIT, "AXIRAM", true))
        .isEqualTo("Enlarge the region, or use a smaller program.");
    assertThat(Advice.of(AlertRule.WILL_NOT_FIT, "HBM", true)).doesNotContain("batch");
  }
}
