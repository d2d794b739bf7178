package io.tidemark.sink.page;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.sink.Made;
import io.tidemark.sink.access.WebConfig;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.meter.BoardCollector;
import io.tidemark.sink.snapshot.Snapshots;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A separate program: a server over a large board that changes continuously. Prints its port. Ends
 * with its input, and then prints the longest time without a change of the board.
 */
final class CrowdedServer {

  static final int RUNS = 11;
  static final int DEVICES = 64;
  private static final List<String> MEMORIES = List.of("DRAM", "L1", "L1_SMALL", "TRACE");
  private static final int OPS = 20;
  private static final long TICK_MILLIS = 20;

  private CrowdedServer() {}

  public static void main(String[] args) throws Exception {
    BoardBuilder board = board();
    AtomicReference<BoardSnapshot> snapshot = new AtomicReference<>(board.snapshot());
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    meters
        .getPrometheusRegistry()
        .register(
            new BoardCollector(
                snapshot::get,
                Clock.systemUTC(),
                0,
                "1.2.3",
                BoardCollector.MOST_RUNS,
                "",
                now -> now.ready()));
    WebConfig web = args.length == 0 ? WebConfig.OPEN : WebConfig.read(Path.of(args[0]));
    Ticker ticker = new Ticker(board, snapshot);
    try (WebServer server =
        PageServer.start(
            new PageServer.Shown(
                snapshot::get,
                Health.whileAlive(ticker::isAlive),
                Optional::empty,
                meters,
                Snapshots.NONE),
            new Listen("127.0.0.1", 0, web))) {
      ticker.setDaemon(true);
      ticker.start();
      System.out.println(server.port());
      while (System.in.read() != -1) {
        ticker.longestMillis = 0;
      }
    }
    System.out.println(ticker.longestMillis);
  }

  /** Simulates the thread that reads the topics. */
  private static final class Ticker extends Thread {
    private final BoardBuilder board;
    private final AtomicReference<BoardSnapshot> snapshot;
    private volatile long longestMillis;

    Ticker(BoardBuilder board, AtomicReference<BoardSnapshot> snapshot) {
      this.board = board;
      this.snapshot = snapshot;
    }

    @Override
    public void run() {
      long before = System.nanoTime();
      for (long tick = 0; !isInterrupted(); tick++) {
        try {
          Thread.sleep(TICK_MILLIS);
        } catch (InterruptedException e) {
          return;
        }
        board.applyUsage(memory(1, 0, "DRAM"), Made.usage(tick % 1000, 1, 5000 + tick), 0);
        snapshot.set(board.snapshot());
        long now = System.nanoTime();
        longestMillis = Math.max(longestMillis, (now - before) / 1_000_000);
        before = now;
      }
    }
  }

  private static BoardBuilder board() {
    BoardBuilder board = new BoardBuilder();
    for (int run = 1; run <= RUNS; run++) {
      board.applyRun(new RunId("cluster.log", run), Made.status("g" + run, 5000, null));
      for (int device = 0; device < DEVICES; device++) {
        for (String memory : MEMORIES) {
          MemoryKey key = memory(run, device, memory);
          board.applyUsage(key, Made.usage(1, 1, 4500), 0);
          board.applyTimeline(key, new MemoryTimeline(axis(), axis(), 4500));
          board.applyOps(key, Made.ops(4500, ops()));
        }
      }
    }
    return board;
  }

  private static MemoryKey memory(int run, int device, String memory) {
    return new MemoryKey(new RunId("cluster.log", run), Integer.toString(device), memory);
  }

  private static OpUsage[] ops() {
    return IntStream.range(0, OPS)
        .mapToObj(op -> Made.op("ttnn.operation_" + op, 7, 800, op))
        .toArray(OpUsage[]::new);
  }

  private static MemoryTimeline.Axis axis() {
    List<Long> bytes = LongStream.range(0, 256).mapToObj(at -> Made.MIB * at + at).toList();
    List<Integer> at = IntStream.range(0, 256).boxed().toList();
    return new MemoryTimeline.Axis(0, 1, at, bytes, bytes, null);
  }
}
