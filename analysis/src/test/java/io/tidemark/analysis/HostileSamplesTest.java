package io.tidemark.analysis;

import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class HostileSamplesTest {

  private static final List<String> SAMPLES =
      List.of(
          "tenstorrent/SYNTHETIC_operation_level_debug_ansi.log",
          "tenstorrent/oom_errors.txt",
          "tpu-mlir/reconstructed/D_all_lmem_assign_steps_bm1688.log",
          "tpu-mlir/reconstructed/E_mixed_debug_types_with_noise.log",
          "tpu-mlir/reconstructed/F_edge_cases.log",
          "tpu-mlir/real/block_cache_0.bmodel.net_0.profile.txt",
          "tpu-mlir/real/block_0.compile.log",
          "xla/cpu_jax0.10.2_train_step-buffer-assignment.txt",
          "xla/cpu_jax0.10.2_train_step-buffer-assignment-values.txt",
          "xla/cpu_jax0.10.2_train_step-live-range.txt",
          "xla/bfc_gpu_tail_2022_2024.txt",
          "xla/bfc_tf2.21_cpu_bfc_full_dump.log",
          "xla/gpu_oom_bufferassignment_jax13428.txt",
          "xla/tpu_oom_2020_torchxla_v2-8.txt",
          "xla/tpu_oom_2024_jax_easydel_gemma.txt",
          "xla/tpu_oom_short_libtpu0.0.42.1.txt");

  @ParameterizedTest
  @ValueSource(longs = {1, 20260101})
  void mutatedLinesAlwaysGetOneAnswer(long seed) {
    List<byte[]> lines =
        SAMPLES.stream()
            .flatMap(sample -> Lines.of(sample).stream())
            .filter(line -> line.length > 0)
            .toList();
    HostileLinesTest.assertOneAnswerEach(lines, seed);
  }
}
