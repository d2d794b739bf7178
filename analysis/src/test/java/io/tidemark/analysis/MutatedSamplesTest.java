package io.tidemark.analysis;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(3600)
class MutatedSamplesTest {

  private static List<String> samples() {
    return List.of(
        "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log",
        "tenstorrent/ttxla_mochi_conv1_norm2_program_level_plain.log",
        "tenstorrent/SYNTHETIC_operation_level_debug_ansi.log",
        "tenstorrent/oom_errors.txt",
        "tpu-mlir/reconstructed/A_depthnet_8settings.log",
        "tpu-mlir/reconstructed/E_mixed_debug_types_with_noise.log",
        "tt-train/pr50909_excerpt.log",
        "zant/lib_gen_stderr_old_SYNTHETIC.log",
        "xla/bfc_tf2.21_cpu_bfc_full_dump.log",
        "xla/tpu_oom_2020_torchxla_v2-8.txt",
        "xla/gpu_oom_bufferassignment_jax13428.txt",
        "xla/cpu_jax0.10.2_train_step-buffer-assignment.txt",
        "xla/cpu_jax0.10.2_train_step-live-range.txt");
  }

  @ParameterizedTest
  @MethodSource("samples")
  void wholeRecordsSayTheSameBetweenDamagedOnes(String sample) {
    MutatedLogsTest.assertTheSameBetweenDamagedLines(Lines.of(sample), sample.hashCode());
  }

  @Test
  void anyMixtureOfDamageIsCountedLineByLine() {
    MutatedLogsTest.assertEachLineIsCounted(samples().stream().map(Lines::of).toList(), 20260101);
  }
}
