package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.app.SoakLog.Rotation;
import io.tidemark.model.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Runs the programs in separate processes for a long time, two tailers among them. Eight logs grow,
 * six of them are rotated, and the programs are killed, paused and restarted continuously; a tailer
 * is started up to three seconds before each rotation. Afterwards each line must count once.
 *
 * <p>System properties: {@code tidemark.soak.minutes}, {@code .lines} (of all logs) and {@code
 * .seed}; {@code bench/soak.sh} passes them.
 */
@Tag("soak")
class SoakIT {

  private static final long MINUTES = Long.getLong("tidemark.soak.minutes", 10);
  private static final long LINES = Long.getLong("tidemark.soak.lines", MINUTES * 160_000);
  private static final long SEED = Long.getLong("tidemark.soak.seed", 20_261_122);

  /**
   * Fewer than the runs kept per source, so that all can be compared. Each generation lasts long
   * enough that none is deleted while a part is away.
   */
  private static final int GENERATIONS = (int) Math.max(4, Math.min(40, 4 * MINUTES));

  private static final List<Rotation> LOGS =
      List.of(
          Rotation.RENAME,
          Rotation.COPY_AND_TRUNCATE,
          Rotation.NEVER,
          Rotation.RENAME_AND_COMPRESS,
          Rotation.COPY_AND_TRUNCATE,
          Rotation.RENAME,
          Rotation.COPY_AND_TRUNCATE,
          Rotation.NEVER);

  private static final Duration TICK = Duration.ofMillis(250);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path folder;

  private final List<SoakLog> logs = new ArrayList<>();
  private Apart programs = new Apart(Path.of(""));

  @BeforeEach
  void begin() {
    programs = new Apart(folder);
  }

  @AfterEach
  void end() {
    programs.close();
  }

  @Test
  void eachLineCountsOnceThroughKillsPausesAndRotations() throws Exception {
    System.out.printf("soak: %d minutes, %,d lines, seed %d%n", MINUTES, LINES, SEED);
    Path followed = Files.createDirectory(folder.resolve("logs"));
    Path archive = Files.createDirectory(folder.resolve("archive"));
    long lines = 0;
    for (int log = 0; log < LOGS.size(); log++) {
      Rotation rotation = LOGS.get(log);
      int generations = rotation == Rotation.NEVER ? 1 : GENERATIONS;
      // A compiler's plans make its state fifty times as large, and the test compares all of it.
      int share = SoakLog.isOfCompiler(log) ? 10 : 1;
      int linesOfGeneration = (int) (LINES / LOGS.size() / generations / share);
      lines += (long) linesOfGeneration * generations;
      Path path = followed.resolve("run-%d.log".formatted(log));
      logs.add(new SoakLog(path, archive, rotation, linesOfGeneration, log));
    }

    CountDownLatch written = new CountDownLatch(1);
    try (Disturbance disturbance = new Disturbance(programs, followed, SEED)) {
      // A file rotated before the first look would count as a log of its own.
      disturbance.awaitFollowing();
      CompletableFuture<Void> writer =
          CompletableFuture.runAsync(() -> write(disturbance, written));
      disturbance.runUntil(written);
      writer.get(1, TimeUnit.MINUTES);
      disturbance.restoreAll();

      awaitCounted(lines);
      assertThat(programs.counted()).as(this::counts).isEqualTo(lines);
      assertThat(programs.gaps()).as(this::counts).isZero();
      for (SoakLog log : logs) {
        List<JsonNode> expected = expected(log);
        await().atMost(Apart.PATIENCE).untilAsserted(() -> assertEqual(log, actual(log), expected));
      }
      System.out.printf("soak: %,d of %,d lines, %s%n", programs.counted(), lines, disturbance);
    }
  }

  /** Waits until all lines are counted, or says what was counted of each run. */
  private void awaitCounted(long lines) throws InterruptedException {
    try {
      programs.awaitCounted(lines);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(
          "%,d of %,d lines, %d gaps:%s"
              .formatted(programs.counted(), lines, programs.gaps(), counts()),
          e);
    }
  }

  /** The counted lines of each run of each log, and where the programs' output is kept. */
  private String counts() {
    StringBuilder counts = new StringBuilder(" in " + folder);
    for (SoakLog log : logs) {
      counts.append('\n').append(log.name()).append(": ");
      try {
        actual(log).forEach(run -> counts.append(linesOf(run)).append(' '));
      } catch (Exception e) {
        counts.append(e);
      }
    }
    return counts.toString();
  }

  private static long linesOf(JsonNode run) {
    return run.path("status").path("lines").values().stream().mapToLong(JsonNode::asLong).sum();
  }

  private static void assertEqual(SoakLog log, List<JsonNode> actual, List<JsonNode> expected) {
    List<String> differences = new ArrayList<>();
    for (int run = 0; run < Math.min(actual.size(), expected.size()); run++) {
      differences(log.name() + "#" + (run + 1), actual.get(run), expected.get(run), differences);
    }
    // The report reads each generation as a file of its own, which has no run before it.
    differences.removeIf(at -> at.contains(".overLastRun is "));
    // An unfinished block or plan at the end stays open in a live log, but is closed in a complete
    // file.
    String newest = log.name() + "#" + expected.size();
    differences.removeIf(
        at -> at.startsWith(newest + ".timelines.") || at.startsWith(newest + ".plans."));
    assertThat(differences).as(log.name()).isEmpty();
    assertThat(actual).as(log.name()).hasSameSizeAs(expected);
  }

  private static void differences(
      String at, JsonNode actual, JsonNode expected, List<String> differences) {
    if (actual.isObject() && expected.isObject()) {
      Set<String> names = new TreeSet<>(actual.propertyNames());
      names.addAll(expected.propertyNames());
      names.forEach(
          name ->
              differences(at + "." + name, actual.path(name), expected.path(name), differences));
    } else if (!actual.equals(expected)) {
      differences.add("%s is %s, in the report %s".formatted(at, actual, expected));
    }
  }

  private void write(Disturbance disturbance, CountDownLatch written) {
    int portions = Math.toIntExact(Duration.ofMinutes(MINUTES).dividedBy(TICK) / GENERATIONS);
    long start = System.nanoTime();
    try {
      Random random = new Random(SEED);
      for (int tick = 0; tick < portions * GENERATIONS; tick++) {
        if (tick % portions == 0 && tick > 0) {
          disturbance.restartTailer();
          written.await(random.nextInt(3000), TimeUnit.MILLISECONDS);
        }
        for (SoakLog log : logs) {
          grow(log, tick, portions);
        }
        long next = start + TICK.multipliedBy(tick + 1).toNanos();
        written.await(next - System.nanoTime(), TimeUnit.NANOSECONDS);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      written.countDown();
    }
  }

  private static void grow(SoakLog log, int tick, int portions) throws IOException {
    if (log.rotates()) {
      if (tick % portions == 0) {
        log.begin();
      }
      log.grow(tick % portions + 1, portions);
    } else {
      if (tick == 0) {
        log.begin();
      }
      log.grow(tick + 1, portions * GENERATIONS);
    }
  }

  /** The board's records of the log's runs, in order. */
  private List<JsonNode> actual(SoakLog log) throws InterruptedException {
    String state = programs.state();
    assertThat(state).as("the state of all runs, whole").endsWith("}\n");
    return runsOf(Json.MAPPER.readTree(state).get("runs"), log.name() + "#");
  }

  /** The report's records of the log's generations, each read as a complete file. */
  private List<JsonNode> expected(SoakLog log) throws Exception {
    List<Object> arguments = new ArrayList<>(List.of("report", "--json"));
    arguments.addAll(log.generations());
    try (Program report =
        Program.start(folder.resolve(log.name() + ".report"), arguments.toArray())) {
      assertThat(report.exit()).describedAs(report.complained()).isZero();
      JsonNode runs = Json.MAPPER.readTree(report.printed()).get("runs");
      List<JsonNode> expected = new ArrayList<>();
      for (Path generation : log.generations()) {
        expected.addAll(runsOf(runs, generation.getFileName() + "#"));
      }
      return expected;
    }
  }

  private static List<JsonNode> runsOf(JsonNode runs, String prefix) {
    Map<Integer, JsonNode> byNumber = new TreeMap<>();
    for (Map.Entry<String, JsonNode> run : runs.properties()) {
      if (run.getKey().startsWith(prefix)) {
        byNumber.put(Integer.valueOf(run.getKey().substring(prefix.length())), run.getValue());
      }
    }
    return List.copyOf(byNumber.values());
  }
}
