package io.tidemark.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.Culprit;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryPeaks;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpChange;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.memory.Peak;
import io.tidemark.model.memory.SubmissionUse;
import io.tidemark.model.run.ReadLines;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunSource;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.run.RunTime;
import io.tidemark.model.run.RunTracking;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.meter.BoardCollector;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Measures a scrape when the board holds 1, 10 and 50 runs of 32 devices with 4 memories and 20 ops
 * each: {@code ScrapeBench [ROUNDS]}. The board is synthetic, without broker and HTTP.
 */
public final class ScrapeBench {

  private static final List<String> MEMORIES = List.of("DRAM", "L1", "L1_SMALL", "TRACE");
  private static final Culprit CULPRIT =
      new Culprit("MatmulOp", "model.py:6", "AddOp", "loc(\"add.7\")");
  private static final int DEVICES = 32;
  private static final int OPS = 20;
  private static final long BYTES = 1L << 30;

  private ScrapeBench() {}

  public static void main(String[] args) {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 21;
    System.out.println("runs  series  bytes  median ms  slowest ms");
    for (int runs : new int[] {1, 10, 50}) {
      System.out.println(measured(runs, rounds));
    }
  }

  private static String measured(int runs, int rounds) {
    BoardSnapshot moment = board(runs);
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    meters
        .getPrometheusRegistry()
        .register(new BoardCollector(() -> moment, Clock.systemUTC(), "bench"));
    String scrape = "";
    double[] millis = new double[2 * rounds];
    for (int round = 0; round < millis.length; round++) {
      long start = System.nanoTime();
      scrape = meters.scrape("text/plain; version=0.0.4");
      millis[round] = (System.nanoTime() - start) / 1e6;
    }
    // The first half is a warm-up.
    double[] counted = Arrays.copyOfRange(millis, rounds, millis.length);
    Arrays.sort(counted);
    long series = scrape.lines().filter(line -> !line.startsWith("#")).count();
    return "%4d  %6d  %d  %.1f  %.1f"
        .formatted(
            runs, series, scrape.getBytes(UTF_8).length, counted[rounds / 2], counted[rounds - 1]);
  }

  private static BoardSnapshot board(int runs) {
    BoardBuilder board = new BoardBuilder();
    for (int number = 1; number <= runs; number++) {
      RunId run = new RunId("serving.log", number);
      board.applyRun(run, status(number));
      for (int device = 0; device < DEVICES; device++) {
        for (String memory : MEMORIES) {
          MemoryKey key = new MemoryKey(run, Integer.toString(device), memory);
          board.applyUsage(key, usage(memory, number * 1000L + device), System.currentTimeMillis());
          board.applyOps(key, new OpTable(ops(), 0, number, null));
        }
      }
    }
    return board.snapshot();
  }

  private static RunStatus status(int number) {
    return new RunStatus(
        new RunSource("g" + number, number, null),
        new ReadLines(List.of("tenstorrent"), new RunStatus.Lines(1000, 100, 1, 0, 0), 0, 0),
        new RunTracking(100, false, null),
        RunFailures.NONE,
        null,
        new RunTime(number, null));
  }

  private static MemoryUsage usage(String memory, long offset) {
    long used = BYTES / 2 + offset;
    MemoryView now = new MemoryView(memory, 12, BYTES, used, BYTES - used, (BYTES - used) / 2);
    Peak peak = new Peak(used, CULPRIT, false, new LogPosition(offset, offset));
    return new MemoryUsage(
        now,
        100,
        new MemoryPeaks(peak, peak, used, 0.5),
        "AddOp",
        SubmissionUse.UNKNOWN,
        null,
        new LogPosition(offset, offset));
  }

  private static List<OpUsage> ops() {
    return IntStream.range(0, OPS)
        .mapToObj(
            op ->
                new OpUsage(
                    "Op" + op, 10, BYTES / 2, BYTES / 2 + op, new OpChange(BYTES, op, 0, 0), null))
        .toList();
  }
}
