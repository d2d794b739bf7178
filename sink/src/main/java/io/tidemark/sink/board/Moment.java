package io.tidemark.sink.board;

import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.AlertRule;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryTimeline;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.OpTable;
import io.tidemark.model.ParkedSource;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Everything known at one moment; immutable, so that a scrape or a page sees one moment. A memory
 * or a plan may be known before its run is: topics have no order between them.
 *
 * @param ready the topics were read up to the ends they had at the start
 */
public record Moment(
    SortedMap<RunId, RunStatus> runs,
    SortedMap<MemoryKey, MemoryUsage> usage,
    SortedMap<MemoryKey, OpTable> ops,
    SortedMap<MemoryKey, MemoryTimeline> timelines,
    SortedMap<PlanKey, PlanRecord> plans,
    SortedMap<AlertKey, Alert> alerts,
    Tallies tallies,
    boolean ready) {

  /** What goes on comes after what is over: of many runs it is the one to be watched. */
  private static final Comparator<Map.Entry<RunId, RunStatus>> BY_START =
      Comparator.comparing((Map.Entry<RunId, RunStatus> run) -> run.getValue().endMillis() == null)
          .thenComparingLong(run -> run.getValue().startMillis());

  /** Before anything was read. */
  public static Moment nothing() {
    return new Keeper().moment(false);
  }

  /** At most {@code most} runs: those that go on before those that are over, the newest first. */
  public List<Map.Entry<RunId, RunStatus>> newestRuns(int most) {
    return runs.entrySet().stream()
        .sorted(BY_START.thenComparing(Map.Entry.comparingByKey()).reversed())
        .limit(most)
        .toList();
  }

  /** What is known of a source's runs, the newest last. */
  public List<RunStatus> livesOf(String source) {
    return runs.tailMap(new RunId(source, 1)).entrySet().stream()
        .takeWhile(life -> life.getKey().source().equals(source))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Sources whose analysis failed, by name. */
  public SortedMap<String, ParkedSource> parked() {
    return tallies.parked();
  }

  /** A run's memories, by device and memory. */
  public List<Map.Entry<MemoryKey, MemoryUsage>> usageOf(RunId run) {
    return ofRun(usage, new MemoryKey(run, "", ""), MemoryKey::run);
  }

  /** A run's op tables, by device and memory. */
  public List<Map.Entry<MemoryKey, OpTable>> opsOf(RunId run) {
    return ofRun(ops, new MemoryKey(run, "", ""), MemoryKey::run);
  }

  /** A run's timelines, by device and memory. */
  public List<Map.Entry<MemoryKey, MemoryTimeline>> timelinesOf(RunId run) {
    return ofRun(timelines, new MemoryKey(run, "", ""), MemoryKey::run);
  }

  /** A run's plans, by plan and page. */
  public List<Map.Entry<PlanKey, PlanRecord>> plansOf(RunId run) {
    return ofRun(plans, new PlanKey(run, "", Integer.MIN_VALUE), PlanKey::run);
  }

  /** A run's alerts, by device, memory and rule. */
  public List<Map.Entry<AlertKey, Alert>> alertsOf(RunId run) {
    return ofRun(alerts, new AlertKey(run, AlertRule.NEAR_CAPACITY, "", ""), AlertKey::run);
  }

  /** What all runs add up to, those gone from the board included; never less than it was. */
  public Totals totals() {
    Totals sum = tallies.gone();
    for (RunStatus status : runs.values()) {
      sum = sum.plus(status);
    }
    Map<RunId, Long> overflow = new HashMap<>();
    ops.forEach((key, table) -> overflow.merge(key.run(), table.overflow(), Math::max));
    for (long ofRun : overflow.values()) {
      sum = sum.plusOverflow(ofRun);
    }
    return sum.atLeast(tallies.reached());
  }

  private static <K, V> List<Map.Entry<K, V>> ofRun(
      SortedMap<K, V> all, K first, Function<K, RunId> runOf) {
    RunId run = runOf.apply(first);
    return all.tailMap(first).entrySet().stream()
        .takeWhile(entry -> runOf.apply(entry.getKey()).equals(run))
        .collect(Collectors.toUnmodifiableList());
  }
}
