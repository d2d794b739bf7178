package io.tidemark.app.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.store.NoParts;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.logfile.SlicedLog;
import io.tidemark.model.Samples;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.sink.history.OpenMetricsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayTest {

  private static final String JUNE = "tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log";
  private static final String RUN = JUNE.substring(JUNE.indexOf('/') + 1) + "#1";
  private static final ReplayTimes UTC = new ReplayTimes(ZoneOffset.UTC, null);

  @TempDir Path folder;

  private static LogAtRest alone(Path log) {
    return LogAtRest.of(List.of(log), Settings.DEFAULT).get(0);
  }

  private static KeptSamples replayed(Path log, ReplayTimes times) throws IOException {
    KeptSamples kept = new KeptSamples();
    Replay.read(alone(log), times, kept);
    return kept;
  }

  @Test
  void eachSnapshotOfTheJuneLogHasItsOwnTime() throws Exception {
    NavigableMap<Long, Double> used =
        replayed(Samples.path(JUNE), UTC).line("tidemark_memory_used_bytes " + RUN + " 0 DRAM ");
    assertThat(used).hasSize(758);
    assertThat(Instant.ofEpochMilli(used.firstKey())).isAfter("2026-06-19T09:26:13.108Z");
    assertThat(Instant.ofEpochMilli(used.lastKey())).isBefore("2026-06-19T09:32:58.266Z");
    assertThat(used.values().stream().mapToDouble(Double::doubleValue).max())
        .hasValue(Math.round(1007.232 * (1 << 20)) * 12.0);
  }

  @Test
  void theWindowPeakOfTheJuneLogIsTheHighestUseOfFifteenSeconds() throws Exception {
    KeptSamples kept = replayed(Samples.path(JUNE), UTC);
    for (String memory : List.of("L1", "L1_SMALL", "TRACE")) {
      assertThat(kept.line("tidemark_memory_window_peak_bytes " + RUN + " 0 " + memory + " "))
          .as("%s was never in use", memory)
          .isEmpty();
    }
    NavigableMap<Long, Double> used = kept.line("tidemark_memory_used_bytes " + RUN + " 0 DRAM ");
    NavigableMap<Long, Double> peaks =
        kept.line("tidemark_memory_window_peak_bytes " + RUN + " 0 DRAM ");
    assertThat(peaks.keySet()).containsAll(used.tailMap(peaks.firstKey(), true).keySet());
    peaks.forEach(
        (at, peak) -> {
          // The value at the start of the window is only its newest use, not a peak within it.
          double standing = used.floorEntry(at).getValue();
          double highest =
              used.subMap(at - 15_000, true, at, true).values().stream()
                  .reduce(standing, Math::max);
          assertThat(peak).as("at %d", at).isEqualTo(highest);
        });
  }

  @Test
  void theErrorLineOfTheJuneLogStandsAtItsOwnDate() throws Exception {
    KeptSamples kept = replayed(Samples.path(JUNE), UTC);
    long failed = Instant.parse("2026-06-19T09:32:58.266Z").toEpochMilli();
    assertThat(kept.line("tidemark_out_of_memory_total " + RUN + " 0 DRAM ").firstEntry())
        .isEqualTo(Map.entry(failed, 1.0));
    assertThat(kept.line("tidemark_run_memory_peak_bytes " + RUN + " 0 DRAM ").get(failed))
        .isEqualTo(1_060_793_184.0 * 12);
    assertThat(
            kept.line("tidemark_alert_active " + RUN + " 0 DRAM TidemarkOutOfMemory").firstEntry())
        .isEqualTo(Map.entry(failed, 1.0));
    // The 22nd snapshot exceeds both thresholds at once.
    long near =
        kept.line("tidemark_alert_active " + RUN + " 0 DRAM TidemarkMemoryNearCapacity").firstKey();
    assertThat(kept.line("tidemark_alert_active " + RUN + " 0 DRAM TidemarkMemoryCritical"))
        .containsKey(near);
    assertThat(kept.line("tidemark_memory_used_bytes " + RUN + " 0 DRAM ").headMap(near, true))
        .hasSize(22);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        JUNE,
        "tenstorrent/SYNTHETIC_operation_level_debug_ansi.log",
        "tenstorrent/ttxla_mochi_conv1_norm2_program_level_plain.log",
        "tt-train/dram_footprint_pr50618.log",
      })
  void theLastSampleOfASeriesIsWhatAScrapeShowsAtTheEnd(String sample) throws Exception {
    Path log = Samples.path(sample);
    Changes end = atEnd(log);
    Map<String, Double> shown = new TreeMap<>();
    end.usage()
        .forEach(
            (key, usage) -> {
              String memory = "_bytes " + key.run() + " " + key.device() + " " + key.memory() + " ";
              if (usage.now().capacityBytes() == 0 && peak(usage) == 0) {
                // It has no size and was never in use.
                return;
              }
              shown.put("tidemark_memory_used" + memory, (double) usage.now().usedBytes());
              shown.put("tidemark_memory_free" + memory, (double) usage.now().freeBytes());
              shown.put("tidemark_memory_capacity" + memory, (double) usage.now().capacityBytes());
              shown.put("tidemark_run_memory_peak" + memory, peak(usage));
            });
    end.ops()
        .forEach(
            (key, table) -> {
              String memory = "_bytes " + key.run() + " " + key.device() + " " + key.memory() + " ";
              String growth =
                  "tidemark_op_memory_growth" + memory.replace("_bytes", "_bytes_total");
              for (OpUsage op : table.ops()) {
                // An op that never saw the memory in use has no series for it.
                if (op.peakBytes() > 0) {
                  shown.put("tidemark_op_memory_used" + memory + op.op(), used(op));
                  shown.put(growth + op.op(), (double) op.growthBytes());
                }
              }
            });
    Map<String, Double> last = new TreeMap<>();
    replayed(log, UTC).lines.forEach((name, line) -> last.put(name, line.lastEntry().getValue()));
    Set<String> meters = shown.keySet().stream().map(ReplayTest::meter).collect(Collectors.toSet());
    last.keySet().removeIf(name -> !meters.contains(meter(name)));
    assertThat(shown).isNotEmpty();
    assertThat(last).isEqualTo(shown);
  }

  private static String meter(String name) {
    return name.substring(0, name.indexOf(' '));
  }

  @Test
  void aCompilersPlansHaveAHistory() throws Exception {
    KeptSamples kept = replayed(Samples.root().resolve("examples/tpu-mlir.log"), UTC);
    Map<String, Double> last = new TreeMap<>();
    kept.lines.forEach((name, line) -> last.put(name, line.lastEntry().getValue()));
    Map<String, Double> peaks = new TreeMap<>();
    atEnd(Samples.root().resolve("examples/tpu-mlir.log"))
        .plans()
        .forEach(
            (key, plan) -> {
              if (plan instanceof PlanRecord.Summary summary) {
                String of = " " + key.run() + " null " + summary.memory() + "  " + key.plan();
                peaks.put("tidemark_plan_peak_bytes" + of, (double) summary.peakBytes());
              }
            });
    last.keySet().removeIf(name -> !name.startsWith("tidemark_plan_peak_bytes"));

    assertThat(peaks).isNotEmpty();
    assertThat(last).isEqualTo(peaks);
  }

  private static double peak(MemoryUsage usage) {
    return usage.tidemark().usedBytes();
  }

  private static double used(OpUsage op) {
    return op.usedBytes();
  }

  /** All changes known at the end of the log. */
  private static Changes atEnd(Path log) throws IOException {
    LogAnalysis state =
        LogAnalysis.load(log.getFileName().toString(), new NoParts(), Settings.DEFAULT);
    SlicedLog.read(List.of(log), state::after);
    state.end();
    return state.changes();
  }

  @Test
  void theSameLogIsTheSameFile() throws Exception {
    Path log = Samples.root().resolve("examples/tenstorrent.log");
    List<Path> files = new ArrayList<>();
    for (String name : List.of("first.txt", "second.txt")) {
      Path file = folder.resolve(name);
      try (OpenMetricsFile out = new OpenMetricsFile(file)) {
        Replay.read(alone(log), UTC, out);
        out.finish();
      }
      files.add(file);
    }
    assertThat(files.get(0)).hasSameBinaryContentAs(files.get(1));
    assertThat(Files.readString(files.get(0))).endsWith("\n# EOF\n").doesNotContain("NaN");
    try (var left = Files.list(folder)) {
      assertThat(left).hasSize(2);
    }
  }

  @Test
  void aLogWithoutADateBeginsAsTold() throws Exception {
    Path log = Samples.root().resolve("examples/tpu-mlir.log");
    Instant start = Instant.parse("2026-02-03T04:05:06Z");
    ReplaySummary replayed =
        Replay.read(alone(log), new ReplayTimes(ZoneOffset.UTC, start), new KeptSamples());
    assertThat(replayed.line())
        .contains("2026-02-03T04:05:06Z to 2026-02-03T04:05:08", "times estimated");
    long begin = start.toEpochMilli();
    assertThat(replayed.link("http://box:3000").orElseThrow())
        .startsWith("http://box:3000/d/tidemark-run/run?var-run=")
        .contains("tpu-mlir.log%231&from=" + (begin - 60_000) + "&to=");
  }

  @Test
  void theSecondRunOfALogIsReplayedBesideTheFirst() throws Exception {
    Path log = Files.writeString(folder.resolve("two.log"), process(100) + process(103));
    Settings settings = Settings.of(Thresholds.DEFAULT.withOverLastRun(0.02));
    KeptSamples kept = new KeptSamples();

    Replay.read(LogAtRest.of(List.of(log), settings).get(0), UTC, kept);

    String ratio = "tidemark_memory_over_last_run_ratio two.log#";
    assertThat(kept.line(ratio + "1 0 DRAM ")).isEmpty();
    assertThat(kept.line(ratio + "2 0 DRAM ").lastEntry().getValue()).isEqualTo(0.03);
    assertThat(kept.line("tidemark_alert_active two.log#2 0 DRAM TidemarkMemoryOverLastRun"))
        .containsValue(1.0);
  }

  private static String process(int used) {
    String head = "Always | DEBUG | ";
    return "2026-06-19 09:25:32.996 (   2.350s) [        B96B3140]   plugin_attributes.cc:60      "
        + " 1| PluginAttributes::PJRT_Plugin_Initialize\n"
        + head
        + "Starting execution of program: main\n"
        + head
        + "Device memory state before operation MatmulOp\n"
        + head
        + ("Device DRAM memory state: MemoryView{numBanks: 1, totalBytesPerBank: 1000.000 MB,"
                + " totalBytesAllocatedPerBank: %d.000 MB, totalBytesFreePerBank: %d.000 MB,"
                + " largestContiguousBytesFreePerBank: 0.000 MB}\n")
            .formatted(used, 1000 - used)
        + head
        + "Finished execution of program: main\n";
  }
}
