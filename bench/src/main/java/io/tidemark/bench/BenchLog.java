package io.tidemark.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * The measured logs: samples joined to one log, the text that {@code grep} searches, and a pattern
 * that extracts the figures of the main line, as a script would.
 */
enum BenchLog {
  JUNE(
      Texts.MEMORY_VIEW,
      Texts.VIEW_PATTERN,
      "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log"),
  /** A line for each op in addition to the blocks, as the Python profiler reads them. */
  OP_LEVEL(
      Texts.MEMORY_VIEW,
      Texts.VIEW_PATTERN,
      "tenstorrent/SYNTHETIC_operation_level_debug_ansi.log"),
  PROGRAM_LEVEL(
      Texts.MEMORY_VIEW,
      Texts.VIEW_PATTERN,
      "tenstorrent/ttxla_mochi_conv1_norm2_program_level_plain.log"),
  /** The pattern is taken from the notebook that plots these records. */
  TPU_MLIR(
      "tag = iteration_result",
      ";\\s*([\\w/.]+)\\s*=\\s*(['\"]?)([:,_\\w\\s/\\-\".']+)\\2",
      "tpu-mlir/reconstructed/A_depthnet_8settings.log"),
  TT_TRAIN(
      "Segment Peak",
      "DRAM: Segment Peak (-?[\\d.]+) MB, Allocations (-?[\\d.]+) MB,"
          + " Deallocations (-?[\\d.]+) MB, Segment Change ([+-]?[\\d.]+) MB",
      "tt-train/pr50909_excerpt.log",
      "tt-train/dram_footprint_pr50618.log"),
  ZANT("backing_buffer", "\"name\":\"([^\"]*)\"", "zant/lib_gen_stderr_old_SYNTHETIC.log"),
  XLA_BUFFERS(
      "allocation ",
      "value: <(\\d+) ([^ ]+) @\\d+> \\(size=(\\d+),offset=(\\d+)\\)",
      "xla/tpu_v5e_libtpu0.0.42.1_train_step_fits-buffer-assignment.txt"),
  XLA_OOM(
      "memory",
      "Size: ([\\d.]+)([KMG]?)",
      "xla/tpu_oom_2020_torchxla_v2-8.txt",
      "xla/gpu_oom_bufferassignment_jax13428.txt"),
  XLA_BFC(
      "bfc_allocator",
      "Bin \\((\\d+)\\):\\s+Total Chunks: (\\d+), Chunks in use: (\\d+)",
      "xla/bfc_tf2.21_cpu_bfc_full_dump.log"),
  /** A server's lines, with one memory line in five hundred. */
  FOREIGN(Texts.MEMORY_VIEW, Texts.VIEW_PATTERN);

  private static final int FOREIGN_LINES = 20_000;
  private static final int FOREIGN_BETWEEN = 500;

  final String needle;
  final String pattern;

  /** The names of the samples, separated by a blank. */
  private final String samples;

  BenchLog(String needle, String pattern, String... samples) {
    this.needle = needle;
    this.pattern = pattern;
    this.samples = String.join(" ", samples);
  }

  static BenchLog named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** One copy of the log, with its last line ended. */
  byte[] bytes(Path folder) throws IOException {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    if (samples.isEmpty()) {
      return foreign();
    }
    for (String sample : samples.split(" ", -1)) {
      byte[] bytes = Files.readAllBytes(folder.resolve(sample));
      log.writeBytes(bytes);
      if (bytes[bytes.length - 1] != '\n') {
        log.write('\n');
      }
    }
    return log.toByteArray();
  }

  private static byte[] foreign() {
    Random random = new Random(1);
    List<String> modules = Arrays.asList("http.server", "scheduler", "cache_engine", "worker.step");
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < FOREIGN_LINES; i++) {
      if (i % FOREIGN_BETWEEN == 0) {
        log.append(
                "Always | INFO | Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: 1021.169")
            .append(" MB, totalBytesAllocatedPerBank: 6.607 MB, totalBytesFreePerBank: 1014.562")
            .append(" MB, largestContiguousBytesFreePerBank: 4.615 MB}\n");
      }
      log.append("2026-01-01 12:%02d:%02d.%03d".formatted(i / 60 % 60, i % 60, i % 1000))
          .append(" INFO  [")
          .append(modules.get(random.nextInt(modules.size())))
          .append("] ")
          .append("request id=")
          .append(Long.toHexString(random.nextLong()))
          .append(" prompt_tokens=")
          .append(random.nextInt(4096))
          .append(" generated=")
          .append(random.nextInt(512))
          .append(" took ")
          .append(random.nextInt(900))
          .append(" ms, queue is ")
          .append(random.nextInt(32))
          .append(" deep\n");
    }
    return log.toString().getBytes(StandardCharsets.US_ASCII);
  }

  /** An enum's constants cannot refer to its own static fields. */
  private static final class Texts {
    static final String MEMORY_VIEW = "MemoryView";
    static final String VIEW_PATTERN =
        "Device (\\w+) memory state: MemoryView\\{numBanks: (\\d+),"
            + " totalBytesPerBank: ([\\d.]+) MB, totalBytesAllocatedPerBank: ([\\d.]+) MB,"
            + " totalBytesFreePerBank: ([\\d.]+) MB,"
            + " largestContiguousBytesFreePerBank: ([\\d.]+) MB";
  }
}
