package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.line.EachFormat;
import io.tidemark.analysis.line.LineScan;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.system.tpumlir.ChipNamed;
import io.tidemark.analysis.system.tpumlir.KeyValueRecord;
import io.tidemark.analysis.system.xla.Xla;
import io.tidemark.model.LineEnds;
import io.tidemark.model.Samples;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scan tells what every format tells of every line by itself. */
class LineScanTest {

  private static final int MUTATED = 4_000;

  private static byte[] bytes(String log) throws IOException {
    if (!log.startsWith("made/")) {
      return Samples.bytes(log);
    }
    try (InputStream in = LineScanTest.class.getResourceAsStream(log)) {
      assertThat(in).as(log).isNotNull();
      return in.readAllBytes();
    }
  }

  /** As {@code start end what}, in the order of the lines; then how many say nothing. */
  private static List<String> scanned(byte[] log, @Nullable String onlyFormat) {
    List<String> told = new ArrayList<>();
    LineScan scan = new LineScan(LogSystems.ALL.formats(), log, 0, log.length, onlyFormat);
    long ignored = 0;
    while (scan.next()) {
      ignored += scan.ignored();
      told.add(scan.start() + " " + scan.end() + " " + text(scan.parsed()));
    }
    told.add("ignored " + (ignored + scan.ignored()));
    return told;
  }

  private static List<String> lineByLine(byte[] log, @Nullable String onlyFormat) {
    List<String> told = new ArrayList<>();
    long ignored = 0;
    for (int start = 0; start < log.length; ) {
      int end = LineEnds.next(log, start, log.length);
      Parsed parsed = EachFormat.parse(LogSystems.ALL.formats(), log, start, end, onlyFormat);
      if (parsed == Ignored.IGNORED) {
        ignored++;
      } else {
        told.add(start + " " + end + " " + text(parsed));
      }
      start = end + 1;
    }
    told.add("ignored " + ignored);
    return told;
  }

  private static String text(Parsed parsed) {
    return parsed instanceof KeyValueRecord record ? record.items().toString() : parsed.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log",
        "tenstorrent/SYNTHETIC_operation_level_debug_ansi.log",
        "tenstorrent/ttxla_mochi_conv1_norm2_program_level_plain.log",
        "tenstorrent/ttmlir_pr5967_v1_debug_level.log",
        "tenstorrent/ttxla_all_gather_mesh2x4_ansi_1.log",
        "tenstorrent/oom_errors.txt",
        "tpu-mlir/reconstructed/A_depthnet_8settings.log",
        "tpu-mlir/reconstructed/D_all_lmem_assign_steps_bm1688.log",
        "tpu-mlir/reconstructed/E_mixed_debug_types_with_noise.log",
        "tpu-mlir/reconstructed/F_edge_cases.log",
        "tpu-mlir/real/block_cache_0.bmodel.net_0.profile.txt",
        "tpu-mlir/real/block_0.compile.log",
        "tpu-mlir/real/model_tool_info.log",
        "tt-train/pr50909_excerpt.log",
        "tt-train/dram_footprint_pr50618.log",
        "tt-train/memory_tracking_doc_tinyllama.txt",
        "zant/lib_gen_stderr_old_SYNTHETIC.log",
        "zant/memory_allocation_beer_object_SYNTHETIC.json",
        "xla/bfc_gpu_t4_tf_gsate_1.log",
        "xla/bfc_gpu_tail_2022_2024.txt",
        "xla/bfc_tf2.21_cpu_bfc_full_dump.log",
        "xla/cpu_jax0.10.2_train_step-buffer-assignment-values.txt",
        "xla/cpu_jax0.10.2_train_step-buffer-assignment.txt",
        "xla/cpu_jax0.10.2_train_step-live-range.txt",
        "xla/cpu_jax0.10.2_train_step-memory-usage-report.txt",
        "xla/gpu_oom_bufferassignment_jax13428.txt",
        "xla/tpu_oom_2020_torchxla_v2-8.txt",
        "xla/tpu_oom_2024_jax_easydel_gemma.txt",
        "xla/tpu_oom_short_libtpu0.0.42.1.txt",
        "made/tflite_micro_plans_MADE.log",
        "made/tt_metal_reports_MADE.csv",
        "made/zant_allocator_MADE.log",
        "made/bm_runtime_MADE.profile",
        "made/tpu_profile_mem_MADE.csv"
      })
  void itTellsWhatEachLineTells(String log) throws IOException {
    byte[] bytes = bytes(log);
    assertThat(scanned(bytes, null)).isEqualTo(lineByLine(bytes, null));
    byte[] damaged = damaged(bytes, new Random(log.hashCode()));
    assertThat(scanned(damaged, null)).isEqualTo(lineByLine(damaged, null));
    String xla = Xla.LOG;
    assertThat(scanned(damaged, xla)).isEqualTo(lineByLine(damaged, xla));
  }

  /** Without the carriage returns that damage brings, for lines with any go one by one. */
  private static byte[] damaged(byte[] log, Random random) {
    List<byte[]> lines = new ArrayList<>(Lines.split(log));
    lines.removeIf(line -> line.length == 0);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < MUTATED; i++) {
      byte[] line = lines.get(random.nextInt(lines.size()));
      byte[] other = lines.get(random.nextInt(lines.size()));
      byte[] broken = random.nextBoolean() ? line : Mutations.of(line, other, random);
      out.writeBytes(
          new String(broken, ISO_8859_1)
              .replace('\n', ' ')
              .replace('\r', ' ')
              .getBytes(ISO_8859_1));
      out.write('\n');
    }
    return out.toByteArray();
  }

  @Test
  void theLastLineNeedsNoEndAndEmptyLinesSayNothing() {
    byte[] log = "\n\nforeign\n; n = 1\n\nchip: bm1688".getBytes(ISO_8859_1);
    LineScan scan = new LineScan(LogSystems.ALL.formats(), log, 0, log.length, null);
    assertThat(scan.next()).isTrue();
    assertThat(scan.ignored()).isEqualTo(3);
    assertThat(scan.lastIgnored()).isEqualTo(2);
    assertThat(scan.start()).isEqualTo(10);
    assertThat(scan.end()).isEqualTo(17);
    assertThat(scan.next()).isTrue();
    assertThat(scan.ignored()).isEqualTo(1);
    assertThat(scan.parsed()).isInstanceOf(ChipNamed.class);
    assertThat(scan.next()).isFalse();
    assertThat(scan.ignored()).isZero();
    assertThat(scan.start()).isEqualTo(log.length);
  }

  @Test
  void aTextThatBeginsInOneLineIsNoneOfTheNext() {
    byte[] log = "x Executing\n operation: %0\n".getBytes(ISO_8859_1);
    assertThat(scanned(log, null)).containsExactly("ignored 2");
  }
}
