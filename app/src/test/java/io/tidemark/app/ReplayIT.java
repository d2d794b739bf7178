package io.tidemark.app;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.abort;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a log of June in a real Prometheus, at its own time, by both ways of replay. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ReplayIT {

  private final Path log = Samples.path("tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log");
  private static final int COPIES = 12;
  private static final Instant AFTER = Instant.parse("2026-06-19T09:40:00Z");
  private static final String DRAM = "tidemark_memory_used_bytes{memory=\"DRAM\"}";

  private static final Pattern USED_OF_A_BANK =
      Pattern.compile("Device DRAM memory state: .*totalBytesAllocatedPerBank: ([0-9.]+) MB");

  @TempDir Path folder;
  private int programs;

  private Program replay(Object... arguments) throws IOException {
    Object[] all = new Object[arguments.length + 2];
    all[0] = "replay";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    all[arguments.length + 1] = log;
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

  /** The written samples of one series, for comparison with Prometheus' answers. */
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

  /** The distinct values of DRAM as the log prints them. */
  private Set<String> printed() throws IOException {
    try (var lines = Files.lines(log, ISO_8859_1)) {
      return lines
          .map(USED_OF_A_BANK::matcher)
          .filter(Matcher::find)
          .map(line -> line.group(1))
          .collect(Collectors.toSet());
    }
  }

  private void holdsTheLog(Prometheus prometheus) throws Exception {
    SortedMap<Long, Double> used = prometheus.samples(DRAM + "[30m]", AFTER);
    assertThat(used).hasSize(758);
    assertThat(used.values().stream().mapToDouble(Double::doubleValue).max())
        .hasValue(Math.round(1007.232 * (1 << 20)) * 12.0);
    assertThat(Set.copyOf(used.values())).hasSize(269).hasSameSizeAs(printed());
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
    assertThat(prometheus.results("tidemark_alert_active == 1", failed)).hasSize(5);
  }

  @Test
  @Tag("slow")
  void aFileOfSamplesBecomesBlocksThatAnswerSampleForSample() throws Exception {
    Path file = folder.resolve("history.txt");
    assertThat(replayed("--openmetrics", file))
        .contains("2026-06-19T09:25:30.646Z to ", "times by ", "/d/tidemark-run/run?var-run=")
        .hasLineCount(2);
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
      // The run's live series end with it; without the stale marker they would last five more
      // minutes.
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
  @Tag("slow")
  void aReceiverKilledInTheMiddleMissesNothing() throws Exception {
    Path copies = Files.createDirectory(folder.resolve("copies"));
    for (int copy = 0; copy < COPIES; copy++) {
      Files.copy(log, copies.resolve("copy" + copy + ".log"));
    }
    try (Prometheus prometheus = Prometheus.start(folder);
        Program replay =
            Program.start(
                folder.resolve("copies.txt"),
                "replay",
                "--remote-write",
                prometheus.receiver(),
                copies)) {
      await().atMost(Apart.PATIENCE).until(prometheus::took);
      prometheus.kill();
      assertThat(replay.alive()).describedAs("the replay is in its middle").isTrue();
      prometheus.startAgain();
      assertThat(replay.exit()).describedAs(replay.complained()).isZero();
      assertThat(replay.printed()).hasLineCount(2 * COPIES);
      assertThat(prometheus.results("count_over_time(" + DRAM + "[30m]) == 758", AFTER))
          .hasSize(COPIES);
    }
  }

  @Test
  @Tag("slow")
  void whatTheReceiverWillNeverTakeIsDroppedAndSaid() throws Exception {
    try (Prometheus prometheus = Prometheus.start(folder)) {
      replayed("--remote-write", prometheus.receiver());
      // Two years before its data is outside of its window.
      try (Program replay =
          Program.start(
              folder.resolve("old.txt"),
              "replay",
              "--start",
              "2024-06-19",
              "--remote-write",
              prometheus.receiver(),
              Samples.root().resolve("examples/tpu-mlir.log"))) {
        assertThat(replay.exit()).describedAs(replay.complained()).isEqualTo(1);
        assertThat(replay.complained())
            .contains("samples dropped", "too old sample", "first for tidemark_")
            .contains("are older than its storage.tsdb.out_of_order_time_window")
            .hasLineCount(1);
      }
    }
  }

  private Path dated(String name, String... times) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String time : times) {
      lines.add("2026-06-19 " + time + ":00.000 | INFO | before");
      lines.add("Always | INFO | Device memory state before operation MatmulOp");
      int used = 100 + lines.size();
      lines.add(
          ("Always | INFO | Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: 1024.000 MB,"
                  + " totalBytesAllocatedPerBank: %d.000 MB, totalBytesFreePerBank: %d.000 MB,"
                  + " largestContiguousBytesFreePerBank: 64.000 MB}")
              .formatted(used, 1024 - used));
      lines.add("2026-06-19 " + time + ":01.000 | INFO | after");
    }
    return Files.write(folder.resolve(name), lines);
  }

  private static long[] times(Path file) throws IOException {
    try (var lines = Files.lines(file)) {
      return lines
          .filter(line -> !line.startsWith("#"))
          .mapToLong(
              line ->
                  Math.round(Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)) * 1000))
          .toArray();
    }
  }

  @Test
  @Tag("slow")
  void ofALogThatBeganBeforeTheReceiversWindowOnlyWhatIsOlderIsDropped() throws Exception {
    Path noon = dated("noon.log", "12:00");
    Path late = dated("late.log", "10:30", "11:30");
    Path first = folder.resolve("noon.txt");
    Path second = folder.resolve("late.txt");
    try (Prometheus prometheus =
        Prometheus.start(folder, "storage: {tsdb: {out_of_order_time_window: 1h}}\n")) {
      assertThat(complaint(prometheus, first, noon)).isEmpty();
      String complaint = complaint(prometheus, second, late);

      long begin = Arrays.stream(times(first)).max().orElseThrow() - 3_600_000;
      long before = Arrays.stream(times(second)).filter(millis -> millis < begin).count();
      assertThat(complaint)
          .startsWith("tidemark: " + before + " samples dropped, ")
          .contains("too old sample", "first for tidemark_", "run=\"late.log#1\"")
          .hasLineCount(1);
      SortedMap<Long, Double> used = written(second, "tidemark_memory_used_bytes{");
      assertThat(used.headMap(begin)).isNotEmpty();
      assertThat(
              prometheus.samples(
                  "tidemark_memory_used_bytes{run=\"late.log#1\"}[3h]",
                  Instant.parse("2026-06-19T12:10:00Z")))
          .isNotEmpty()
          .isEqualTo(used.tailMap(begin));
    }
  }

  /** The error output of a replay to both destinations. */
  private String complaint(Prometheus prometheus, Path file, Path log) throws Exception {
    try (Program replay =
        Program.start(
            folder.resolve(log.getFileName() + ".out"),
            "replay",
            "--remote-write",
            prometheus.receiver(),
            "--openmetrics",
            file,
            log)) {
      assertThat(replay.exit()).describedAs(replay.complained()).isZero();
      return replay.complained();
    }
  }
}
