package io.tidemark.app;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Twelve runs of five systems. */
final class TwelveRuns {

  /** Samples by the name of their followed copy. */
  static final Map<String, String> LOGS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("june.log", "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log"),
              Map.entry("january.log", "tenstorrent/ttmlir_pr5967_v1_debug_level.log"),
              Map.entry("operations.log", "tenstorrent/SYNTHETIC_operation_level_debug_ansi.log"),
              Map.entry("mesh.log", "tenstorrent/ttxla_all_gather_mesh2x4_ansi_1.log"),
              Map.entry("mochi.log", "tenstorrent/ttxla_mochi_conv1_norm2_program_level_plain.log"),
              Map.entry("depthnet.log", "tpu-mlir/reconstructed/A_depthnet_8settings.log"),
              Map.entry("steps.log", "tpu-mlir/reconstructed/D_all_lmem_assign_steps_bm1688.log"),
              Map.entry("training.log", "tt-train/pr50909_excerpt.log"),
              Map.entry("footprint.log", "tt-train/dram_footprint_pr50618.log"),
              Map.entry("beer.json", "zant/beer.json"),
              Map.entry("gemma.log", "xla/tpu_oom_2024_jax_easydel_gemma.txt"),
              Map.entry("bfc.log", "xla/bfc_gpu_t4_tf_gsate_1.log")));

  static final List<String> NAMES = List.copyOf(LOGS.keySet());

  private TwelveRuns() {}
}
