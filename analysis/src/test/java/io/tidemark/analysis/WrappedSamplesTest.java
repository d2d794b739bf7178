package io.tidemark.analysis;

import io.tidemark.model.Samples;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WrappedSamplesTest {

  private static final List<String> SAMPLES =
      List.of(
          "tenstorrent/SYNTHETIC_operation_level_debug_ansi.log",
          "tenstorrent/ttxla_mochi_conv1_norm2_program_level_plain.log",
          "tenstorrent/oom_errors.txt",
          "tpu-mlir/reconstructed/A_depthnet_8settings.log",
          "tt-train/pr50909_excerpt.log",
          "zant/lib_gen_stderr_old_SYNTHETIC.log",
          "xla/bfc_tf2.21_cpu_bfc_full_dump.log",
          "xla/bfc_gpu_t4_tf_gsate_1.log",
          "xla/gpu_oom_bufferassignment_jax13428.txt",
          "xla/tpu_oom_2020_torchxla_v2-8.txt",
          "xla/tpu_oom_2024_jax_easydel_gemma.txt",
          "xla/tpu_oom_short_libtpu0.0.42.1.txt");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-22T05:54:09.123456789Z stdout F ",
        "Nov 22 05:54:09 node-1 train[4711]: ",
        "[pod/train-0/main] ",
        "\u001b[36mtrainer-1  | \u001b[0m",
        "\u001b[36m(EngineCore_DP0 pid=4711)\u001b[0m ",
        "[1,0]<stdout>:",
        "  0: "
      })
  void aLogSaysTheSameBehindWhatCarriedIt(String wrapper) {
    SAMPLES.forEach(
        sample -> WrappedLogsTest.assertSameBehind(wrapper, sample, Samples.bytes(sample)));
  }
}
