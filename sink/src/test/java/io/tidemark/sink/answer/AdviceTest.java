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
    "vllm, VRAM, UNKNOWN, max_model_len",
    "vllm, VRAM, NOT_ENOUGH_FREE, max_num_seqs",
    "llama-cpp, VRAM, UNKNOWN, --n-gpu-layers",
    "llama-cpp, HOST, UNKNOWN, smaller batch",
    "host, HOST, UNKNOWN, more host memory",
    "vllm, L1, UNKNOWN, Move a tensor to DRAM",
    "vllm, ARENA, NOT_ENOUGH_FREE, Enlarge the arena",
    "tenstorrent, DRAM, UNKNOWN, smaller batch",
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
    Fills fills = new Fills(List.of(new Holder("output", 10)), List.of(), List.of());

    assertThat(of("HBM", Diagnosis.UNKNOWN, Fills.NONE)).contains("does not say who held");
    assertThat(of("HBM", Diagnosis.UNKNOWN, fills)).startsWith("Use a smaller batch");
  }

  @ParameterizedTest
  @CsvSource({"6, 'End process 7, or use another device.'", "5, Use a smaller batch"})
  void anotherProcessIsEndedIfItHoldsWhatIsMissing(long held, String advice) {
    List<Holder> holders =
        List.of(
            new Holder("tensors", 80),
            new Holder("this process beside PyTorch", 1),
            new Holder("process 7", held));
    Shortage shortage = new Shortage(1, 10L, BankBytes.stated(10, 100, -1, 4, -1), holders);
    FailedAllocation failed =
        new FailedAllocation("0", "HBM", shortage, Diagnosis.NOT_ENOUGH_FREE, null, null);

    assertThat(Advice.of(failed, List.of("pytorch"), Fills.NONE)).startsWith(advice);
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
  @CsvSource({"48, Use a smaller batch", "47, 49 B are not of this process's allocator: other"})
  void othersAreEndedIfTheyHoldMoreThanItsAllocator(long held, String advice) {
    Shortage shortage =
        new Shortage(
            1, 10L, BankBytes.stated(10, 100, 96, 4, -1), List.of(new Holder("tensors", held)));
    FailedAllocation failed =
        new FailedAllocation("0", "HBM", shortage, Diagnosis.NOT_ENOUGH_FREE, null, null);

    assertThat(Advice.of(failed, List.of("pytorch"), Fills.NONE)).startsWith(advice);
  }

  @Test
  void aProcessThatMayBeTheOwnIsNotEnded() {
    Shortage shortage =
        new Shortage(
            1, 10L, BankBytes.stated(10, 100, -1, 4, -1), List.of(new Holder("process 7", 90)));
    FailedAllocation failed =
        new FailedAllocation("0", "HBM", shortage, Diagnosis.NOT_ENOUGH_FREE, null, null);

    assertThat(Advice.of(failed, List.of("pytorch"), Fills.NONE)).startsWith("Use a smaller batch");
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
    assertThat(Advice.of(AlertRule.WILL_NOT_FIT, "HBM", true)).contains("smaller batch");
  }
}
