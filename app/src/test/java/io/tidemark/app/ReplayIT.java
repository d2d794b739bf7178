package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.abort;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A log of last June in a real Prometheus, at its own time, by both ways. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ReplayIT {

  private static final Path LOG =
      Samples.path("tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log");
  private static final int COPIES = 12;
  private static final Instant AFTER = Instant.parse("2026-06-19T09:40:00Z");
  private static final String DRAM = "tidemark_memory_used_bytes{memory=\"DRAM\"}";

  @TempDir Path folder;
  private int programs;

  private Program replay(Object... arguments) throws IOException {
    Object[] all = new Object[arguments.length + 2];
    all[0] = "replay";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    all[arguments.length + 1] = LOG;
    return Program.start(folder.resolve("replay" + programs++ + ".txt"), all);
  }

  private String replayed(Object... arguments) throws Exception {
    try (Program program = replay(arguments)) {
      assertThat(program.exit()).describedAs(program.complained()).isZero();
      assertThat(program.complained()).isEmpty();
      return program.printed();
    }
  }

  private void createBlocks(Path file) throws Exception {
    ProcessBuilder promtool =
        new ProcessBuilder(
            "promtool",
            "tsdb",
            "create-blocks-from",
            "openmetrics",
            file.toString(),
            folder.resolve("data").toString());
    try (Program program = Program.of(promtool, folder.resolve("promtool" + programs++ + ".txt"))) {
      assertThat(program.exit()).describedAs(program.complained()).isZero();
    } catch (IOException e) {
      assertNull(System.getenv("CI"), e.getMessage());
      abort("no promtool on this machine: " + e.getMessage());
    }
  }

  /** The file's samples of one series: what was written, to compare with what is answered. */
  private static SortedMap<Long, Double> written(Path file, String start) throws IOException {
    try (var lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(start) && line.contains("memory=\"DRAM\""))
          .map(line -> line.substring(line.indexOf("} ") + 2).split(" "))
          .collect(
              Collectors.toMap(
                  sample -> Math.round(Double.parseDouble(sample[1]) * 1000),
                  sample -> Double.valueOf(sample[0]),
                  (one, other) -> {
                    throw new AssertionError("a sample stands twice");
                  },
                  TreeMap::new));
    }
  }

  private static void holdsTheLog(Prometheus prometheus) throws Exception {
    SortedMap<Long, Double> used = prometheus.samples(DRAM + "[30m]", AFTER);
    assertThat(used).hasSize(758);
    assertThat(used.values().stream().mapToDouble(Double::doubleValue).max())
        .hasValue(Math.round(1007.232 * (1 << 20)) * 12.0);
    Instant failed = Instant.parse("2026-06-19T09:32:58.266Z");
    assertThat(prometheus.results("tidemark_run_memory_peak_bytes{memory=\"DRAM\"}", failed))
        .singleElement()
        .satisfies(
            peak ->
                assertThat(peak.get("value").get(1).asString())
                    .isEqualTo(Long.toString(1_060_793_184L * 12)));
    assertThat(
            prometheus.results(
                "tidemark_run_info{mode=\"replay\",job=\"tidemark\",instance=\"replay\"}", failed))
        .hasSize(1);
    assertThat(prometheus.results("tidemark_alert_active == 1", failed)).hasSize(4);
  }

  @Test
  void aFileOfSamplesBecomesBlocksThatAnswerSampleForSample() throws Exception {
    Path file = folder.resolve("history.txt");
    assertThat(replayed("--openmetrics", file))
        .contains("2026-06-19T09:25:30.646Z to ", "times by ")
        .hasLineCount(1);
    createBlocks(file);
    createBlocks(file);
    try (Prometheus prometheus = Prometheus.start(folder)) {
      holdsTheLog(prometheus);
      for (String name :
          new String[] {"tidemark_memory_used_bytes", "tidemark_memory_free_bytes"}) {
        assertThat(prometheus.samples(name + "{memory=\"DRAM\"}[30m]", AFTER))
            .isEqualTo(written(file, name + "{"));
      }
    }
  }

  @Test
  void aReceiverHoldsTheLogOnceHoweverOftenItIsSent() throws Exception {
    Path file = folder.resolve("history.txt");
    try (Prometheus prometheus = Prometheus.start(folder)) {
      replayed("--remote-write", prometheus.receiver(), "--openmetrics", file);
      holdsTheLog(prometheus);
      replayed("--remote-write", prometheus.receiver());
      holdsTheLog(prometheus);
      assertThat(prometheus.samples(DRAM + "[30m]", AFTER))
          .isEqualTo(written(file, "tidemark_memory_used_bytes{"));
      // The run's live series end with it; without the mark they would stand for five minutes.
      assertThat(prometheus.results(DRAM, Instant.parse("2026-06-19T09:33:02Z"))).hasSize(1);
      assertThat(prometheus.results(DRAM, Instant.parse("2026-06-19T09:33:04Z"))).isEmpty();
      assertThat(
              prometheus.results(
                  "tidemark_memory_capacity_bytes{memory=\"DRAM\"}",
                  Instant.parse("2026-06-19T09:33:04Z")))
          .hasSize(1);
    }
  }

  @Test
  void aReceiverKilledInTheMiddleMissesNothing() throws Exception {
    Path copies = Files.createDirectory(folder.resolve("copies"));
    for (int copy = 0; copy < COPIES; copy++) {
      Files.copy(LOG, copies.resolve("copy" + copy + ".log"));
    }
    try (Prometheus prometheus = Prometheus.start(folder);
        Program replay =
            Program.start(
                folder.resolve("copies.txt"),
                "replay",
                "--remote-write",
                prometheus.receiver(),
                copies)) {
      await().until(prometheus::took);
      prometheus.kill();
      assertThat(replay.alive()).describedAs("the replay is in its middle").isTrue();
      prometheus.startAgain();
      assertThat(replay.exit()).describedAs(replay.complained()).isZero();
      assertThat(replay.printed()).hasLineCount(COPIES);
      assertThat(prometheus.results("count_over_time(" + DRAM + "[30m]) == 758", AFTER))
          .hasSize(COPIES);
    }
  }

  @Test
  void whatTheReceiverWillNeverTakeIsDroppedAndSaid() throws Exception {
    try (Prometheus prometheus = Prometheus.start(folder)) {
      replayed("--remote-write", prometheus.receiver());
      // Two years before what it holds is beyond its window.
      try (Program replay =
          Program.start(
              folder.resolve("old.txt"),
              "replay",
              "--start",
              "2024-06-19",
              "--remote-write",
              prometheus.receiver(),
              Samples.root().resolve("examples/tpu-mlir.log"))) {
        assertThat(replay.exit()).describedAs(replay.complained()).isZero();
        assertThat(replay.complained())
            .contains("samples dropped", "too old sample")
            .hasLineCount(1);
      }
    }
  }
}
