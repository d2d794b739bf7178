package io.tidemark.analysis;

import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.analysis.store.HeapParts;
import io.tidemark.model.log.Slice;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Prints what the stored state of log files costs: bytes by store at the end of the files, bytes
 * and processor time of each store, and the time of a start. Arguments: lines of a slice, then
 * files.
 */
final class StateCost {

  private static final int ROUNDS = Integer.getInteger("rounds", 12);

  private final Counting parts = new Counting();
  private long commits;
  private long storeNanos;
  private long loadNanos;
  private long loads;

  /** Counts the bytes that are put. */
  private static final class Counting implements StateParts {
    private final HeapParts heap = new HeapParts();
    private long bytes;

    @Override
    public byte @Nullable [] get(Store store, String key) {
      return heap.get(store, key);
    }

    @Override
    public void scan(Store store, String prefix, BiConsumer<String, byte[]> each) {
      heap.scan(store, prefix, each);
    }

    @Override
    public void put(Store store, String key, byte @Nullable [] value) {
      bytes += key.length() + (value == null ? 0 : value.length);
      heap.put(store, key, value);
    }
  }

  public static void main(String[] args) throws IOException {
    int lines = Integer.parseInt(args[0]);
    List<byte[]> logs = new ArrayList<>();
    for (String file : Arrays.asList(args).subList(1, args.length)) {
      logs.add(Files.readAllBytes(Path.of(file)));
    }
    StateCost cost = new StateCost();
    for (int round = 0; round < ROUNDS; round++) {
      cost = new StateCost();
      for (int i = 0; i < logs.size(); i++) {
        cost.read("log" + i, logs.get(i), lines);
      }
    }
    cost.print();
  }

  private void read(String source, byte[] log, int lines) {
    LogAnalysis analysis = LogAnalysis.load(source, parts);
    for (int from = 0; from < log.length; ) {
      int to = from;
      for (int left = lines; left > 0 && to < log.length; left--) {
        do {
          to++;
        } while (to < log.length && log[to - 1] != '\n');
      }
      byte[] bytes = Arrays.copyOfRange(log, from, to);
      analysis.apply(
          new Slice(
              "file", from, bytes.length, LogRun.lines(bytes), false, false, 1_000, 2_000, bytes));
      analysis.changes();
      long began = cpu();
      analysis.store();
      storeNanos += cpu() - began;
      commits++;
      from = to;
    }
    for (int i = 0; i < ROUNDS; i++) {
      long began = cpu();
      LogAnalysis.load(source, parts);
      loadNanos += cpu() - began;
      loads++;
    }
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private void print() {
    Map<Store, long[]> sums = new EnumMap<>(Store.class);
    for (Store store : Store.values()) {
      parts.scan(
          store,
          "",
          (key, value) -> {
            long[] sum = sums.computeIfAbsent(store, of -> new long[3]);
            sum[0]++;
            sum[1] += key.length();
            sum[2] += value.length;
          });
    }
    long all = sums.values().stream().mapToLong(sum -> sum[1] + sum[2]).sum();
    sums.forEach(
        (store, sum) ->
            System.out.printf(
                "%-9s %,7d parts %,10d bytes of keys %,10d bytes of values%n",
                store, sum[0], sum[1], sum[2]));
    System.out.printf(
        "%,d bytes stored; %,d commits, each %,.0f bytes and %,.1f us; a start %,.0f us%n",
        all,
        commits,
        (double) parts.bytes / commits,
        storeNanos / 1e3 / commits,
        loadNanos / 1e3 / loads);
  }
}
