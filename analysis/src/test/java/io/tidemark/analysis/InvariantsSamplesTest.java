package io.tidemark.analysis;

import io.tidemark.model.Samples;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InvariantsSamplesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log",
        "tenstorrent/SYNTHETIC_operation_level_debug_ansi.log",
        "tenstorrent/ttxla_mochi_conv1_norm2_program_level_plain.log"
      })
  void usedAndFreeAddUpAndWhatOpsDidIsTheDifferenceOfUse(String sample) {
    InvariantsTest.assertSumsAgree(Samples.bytes(sample));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log",
        "tenstorrent/SYNTHETIC_operation_level_debug_ansi.log",
        "xla/bfc_gpu_tail_2022_2024.txt"
      })
  void aPeakNeverFallsAndIsNeverBelowTheUse(String sample) {
    InvariantsTest.assertPeaksRise(Samples.bytes(sample));
  }
}
