package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs of one writer are not marked as mixed. */
class ContradictionsSamplesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log",
        "tenstorrent/SYNTHETIC_operation_level_debug_ansi.log",
        "tenstorrent/ttxla_mochi_conv1_norm2_program_level_plain.log",
        "tenstorrent/ttmlir_pr5967_v1_debug_level.log",
        "tenstorrent/ttxla_all_gather_mesh2x4_ansi_1.log"
      })
  void aLogOfOneWriterDoesNotContradictItself(String sample) {
    LogRun run = LogRun.of(Samples.bytes(sample));
    run.runs.values().forEach(of -> assertThat(of.tracking().contradictions()).isNull());
  }
}
