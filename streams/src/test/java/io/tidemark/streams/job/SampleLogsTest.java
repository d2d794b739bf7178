package io.tidemark.streams.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.model.Samples;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the job with the real analysis, on original logs. */
class SampleLogsTest {

  private static final String JUNE = "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log";

  @TempDir Path stateDir;

  @Test
  void everyLineOfALogIsCountedOnce() {
    byte[] log = Samples.bytes(JUNE);

    try (Transcript job = new Transcript(stateDir, LogAnalysis::load)) {
      job.log("june", 0, log, Slice.TARGET_BYTES).flush();

      long read =
          job.board(Topics.RUNS).values().stream().mapToLong(run -> run.lines().read()).sum();
      assertThat(read)
          .isEqualTo(
              new String(log, StandardCharsets.UTF_8).chars().filter(c -> c == '\n').count());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        JUNE,
        "tpu-mlir/reconstructed/A_depthnet_8settings.log",
        "tt-train/pr50909_excerpt.log",
        "xla/bfc_tf2.21_cpu_bfc_full_dump.log"
      })
  void aRestartInTheMiddleOfALogChangesNoFigure(String sample) {
    byte[] log = Samples.bytes(sample);
    int half = log.length / 2;
    while (half < log.length && log[half - 1] != '\n') {
      half++;
    }
    Map<String, List<Object>> whole;
    try (Transcript job = new Transcript(stateDir.resolve("whole"), LogAnalysis::load)) {
      whole = figures(job.log("a.log", 0, log, Slice.TARGET_BYTES).flush());
    }
    Transcript first = new Transcript(stateDir.resolve("halves"), LogAnalysis::load);
    first.log("a.log", 0, Arrays.copyOf(log, half), 4096);
    // A plan that ended before the restart is published before it only.
    Map<String, List<Object>> both = figures(first);

    try (Transcript job = first.restarted()) {
      both.putAll(figures(job.log("a.log", half, log, 8192).flush()));
    }
    assertThat(both).isEqualTo(whole);
  }

  /**
   * The values that only the log's bytes determine, without times and values that depend on when
   * they were published.
   */
  static Map<String, List<Object>> figures(Transcript job) {
    Map<String, List<Object>> figures = new TreeMap<>();
    Map<RunId, RunStatus> runs = job.board(Topics.RUNS);
    runs.forEach(
        (run, published) ->
            figures.put(
                "run " + run,
                List.of(
                    published.nextOffset(),
                    published.formats(),
                    published.lines(),
                    published.gaps(),
                    published.snapshots(),
                    published.failures().count())));
    Map<MemoryKey, MemoryUsage> usage = job.board(Topics.USAGE);
    usage.forEach(
        (memory, published) ->
            figures.put(
                "usage " + memory,
                List.of(
                    published.now(),
                    published.snapshots(),
                    published.tidemark().usedBytes(),
                    published.peaks().highestSnapshot().usedBytes(),
                    published.offset())));
    job.board(Topics.OPS)
        .forEach((memory, published) -> figures.put("ops " + memory, List.of(published)));
    job.board(Topics.PLANS).keySet().forEach(plan -> figures.put("plan " + plan, List.of()));
    return figures;
  }
}
