package io.tidemark.analysis;

import io.tidemark.model.Samples;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlicingSamplesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log",
        "tenstorrent/SYNTHETIC_operation_level_debug_ansi.log",
        "tenstorrent/ttxla_mochi_conv1_norm2_program_level_plain.log",
        "tenstorrent/ttmlir_pr5967_v1_debug_level.log",
        "tenstorrent/oom_errors.txt",
        "tpu-mlir/reconstructed/A_depthnet_8settings.log",
        "tpu-mlir/reconstructed/D_all_lmem_assign_steps_bm1688.log",
        "tpu-mlir/reconstructed/E_mixed_debug_types_with_noise.log",
        "tpu-mlir/reconstructed/F_edge_cases.log",
        "tpu-mlir/real/block_cache_0.bmodel.net_0.profile.txt",
        "tt-train/pr50909_excerpt.log",
        "tt-train/dram_footprint_pr50618.log",
        "zant/lib_gen_stderr_old_SYNTHETIC.log",
        "zant/memory_allocation_beer_object_SYNTHETIC.json",
        "tt-train/graph_trace_add_sample.json",
        "xla/bfc_gpu_t4_tf_gsate_1.log",
        "xla/bfc_gpu_tail_2022_2024.txt",
        "xla/bfc_tf2.21_cpu_bfc_full_dump.log",
        "xla/gpu_oom_bufferassignment_jax13428.txt",
        "xla/tpu_oom_2020_torchxla_v2-8.txt",
        "xla/tpu_oom_2024_jax_easydel_gemma.txt",
        "xla/tpu_oom_short_libtpu0.0.42.1.txt"
      })
  void theStateDependsOnTheBytesNotOnSlicesOrRestarts(String sample) {
    SlicingTest.assertSlicingIsNotSeen(Samples.bytes(sample));
  }
}
