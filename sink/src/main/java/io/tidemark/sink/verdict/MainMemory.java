package io.tidemark.sink.verdict;

import io.tidemark.model.alert.AlertRule.Severity;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Orders the memories of a run by importance: with a failed allocation, with an active critical
 * alert, with an active warning, then by size and by peak. So {@code HBM} precedes {@code CMEM},
 * and {@code DRAM} precedes a full {@code L1_SMALL}. Memory of the host follows that of the device,
 * and unused memory comes last.
 */
public final class MainMemory {

  /** Memory of the host, as logs name it. */
  public static final String HOST = "HOST";

  private static final int FULLNESS_STEPS = 50;

  private MainMemory() {}

  /** The memories of a run, the most important first. */
  public static List<Map.Entry<MemoryKey, MemoryUsage>> of(Board board, RunId run) {
    Set<MemoryKey> failed = failed(board, run);
    Set<MemoryKey> critical = alerting(board, run, Severity.CRITICAL);
    Set<MemoryKey> warning = alerting(board, run, Severity.WARNING);
    Comparator<Map.Entry<MemoryKey, MemoryUsage>> order =
        first((Map.Entry<MemoryKey, MemoryUsage> memory) -> failed.contains(memory.getKey()))
            .thenComparing(first(memory -> critical.contains(memory.getKey())))
            .thenComparing(first(memory -> warning.contains(memory.getKey())))
            .thenComparing(first(memory -> isUsed(memory.getValue())))
            .thenComparing(first(memory -> !memory.getKey().memory().equals(HOST)))
            .thenComparing(
                Comparator.comparingLong(
                        (Map.Entry<MemoryKey, MemoryUsage> memory) -> size(memory.getValue()))
                    .reversed())
            .thenComparing(
                Comparator.comparingLong(
                        (Map.Entry<MemoryKey, MemoryUsage> memory) -> fullness(memory.getValue()))
                    .reversed());
    return board.usageOf(run).stream().sorted(order).toList();
  }

  private static <T> Comparator<T> first(Predicate<T> is) {
    return Comparator.comparing(one -> !is.test(one));
  }

  /** Whether any figure of a memory is above 0. */
  public static boolean isUsed(MemoryUsage usage) {
    return usage.tidemark().usedBytes() > 0;
  }

  private static long size(MemoryUsage usage) {
    long capacity = usage.now().capacityBytes();
    return capacity > 0 ? capacity : usage.tidemark().usedBytes();
  }

  /** In steps: devices that grow alike must not take turns. */
  private static long fullness(MemoryUsage usage) {
    return Math.round((double) FULLNESS_STEPS * usage.tidemark().usedBytes() / size(usage));
  }

  private static Set<MemoryKey> failed(Board board, RunId run) {
    RunStatus status = board.runs().get(run);
    return status == null
        ? Set.of()
        : status.failures().newest().stream()
            .map(failure -> new MemoryKey(run, failure.device(), failure.memory()))
            .collect(Collectors.toSet());
  }

  private static Set<MemoryKey> alerting(Board board, RunId run, Severity severity) {
    RunStatus status = board.runs().get(run);
    Long end = status == null ? null : status.endMillis();
    return board.alertsOf(run).stream()
        .filter(alert -> alert.getValue().lasts(end))
        .map(Map.Entry::getKey)
        .filter(key -> key.rule().severity() == severity)
        .map(key -> new MemoryKey(run, key.device(), key.memory()))
        .collect(Collectors.toSet());
  }
}
