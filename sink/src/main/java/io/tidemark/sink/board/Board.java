package io.tidemark.sink.board;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.log.FileStatus;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.AnalysisFailure;
import io.tidemark.model.run.RunStatus;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The state of all runs at one moment; immutable, so that a scrape or a page is consistent. A
 * memory or a plan may be known before its run, since topics have no common order.
 */
public record Board(
    SortedMap<RunId, RunStatus> runs,
    SortedMap<MemoryKey, MemoryUsage> usage,
    SortedMap<MemoryKey, OpTable> ops,
    SortedMap<MemoryKey, MemoryTimeline> timelines,
    SortedMap<PlanKey, PlanRecord> plans,
    SortedMap<AlertKey, Alert> alerts) {

  /** Ended runs first, then open ones, since users watch the open ones. */
  private static final Comparator<Map.Entry<RunId, RunStatus>> BY_START =
      Comparator.comparing((Map.Entry<RunId, RunStatus> run) -> run.getValue().endMillis() == null)
          .thenComparingLong(run -> run.getValue().startMillis());

  /** The part of this board that belongs to the given sources. */
  public Board ofSources(Set<String> sources) {
    Predicate<RunId> of = run -> sources.contains(run.source());
    return new Board(
        only(runs, run -> run, of),
        only(usage, MemoryKey::run, of),
        only(ops, MemoryKey::run, of),
        only(timelines, MemoryKey::run, of),
        only(plans, PlanKey::run, of),
        only(alerts, AlertKey::run, of));
  }

  public Set<RunId> alarmedRuns() {
    return alerts.entrySet().stream()
        .filter(alert -> alert.getValue().active())
        .map(alert -> alert.getKey().run())
        .collect(Collectors.toSet());
  }

  /**
   * At most {@code most} runs: runs with an active alert first, then open ones, then ended ones;
   * each group newest first.
   */
  public List<Map.Entry<RunId, RunStatus>> runsByNeed(int most) {
    Set<RunId> alarmed = alarmedRuns();
    return runs.entrySet().stream()
        .sorted(
            Comparator.comparing(
                    (Map.Entry<RunId, RunStatus> run) -> alarmed.contains(run.getKey()))
                .thenComparing(BY_START)
                .thenComparing(Map.Entry.comparingByKey())
                .reversed())
        .limit(most)
        .toList();
  }

  /** The runs of a source, the newest last. */
  public List<RunStatus> runsOf(String source) {
    return runs.tailMap(new RunId(source, 1)).entrySet().stream()
        .takeWhile(run -> run.getKey().source().equals(source))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Whether a run is one of the newest of its source. */
  public boolean isNewest(RunId run, int count) {
    return runs.tailMap(run).keySet().stream()
            .takeWhile(other -> other.source().equals(run.source()))
            .limit(count + 1L)
            .count()
        <= count;
  }

  /** Sources whose newest run failed in such a way that their further lines are dropped. */
  public Set<String> ignored() {
    Set<String> sources = new HashSet<>();
    runs.forEach(
        (run, status) -> {
          AnalysisFailure failure = status.analysisFailure();
          if (failure != null && failure.sourceIgnored()) {
            sources.add(run.source());
          } else {
            sources.remove(run.source());
          }
        });
    return sources;
  }

  /**
   * The time of a run's newest figure of any kind, since a status has no time; of a plan without a
   * buffer there is none. It is not later than the file's last change, so a complete file is at
   * rest at once.
   */
  public long newestMillis(RunId run, RunStatus status) {
    LongStream memories = usageOf(run).stream().mapToLong(memory -> memory.getValue().timeMillis());
    LongStream summaries =
        summariesOf(run).stream().mapToLong(plan -> plan.getValue().attempt().at().timeMillis());
    OptionalLong newest = LongStream.concat(memories, summaries).filter(time -> time > 0).max();
    FileStatus file = status.source().file();
    Long changed = file == null ? null : file.changedMillis();
    if (changed == null) {
      return newest.orElse(status.startMillis());
    }
    return Math.min(newest.orElse(changed), changed);
  }

  public List<Map.Entry<MemoryKey, MemoryUsage>> usageOf(RunId run) {
    return ofRun(usage, new MemoryKey(run, "", ""), MemoryKey::run);
  }

  /** A run's op tables, by device and memory. */
  public List<Map.Entry<MemoryKey, OpTable>> opsOf(RunId run) {
    return ofRun(ops, new MemoryKey(run, "", ""), MemoryKey::run);
  }

  public List<Map.Entry<MemoryKey, MemoryTimeline>> timelinesOf(RunId run) {
    return ofRun(timelines, new MemoryKey(run, "", ""), MemoryKey::run);
  }

  public List<Map.Entry<PlanKey, PlanRecord>> plansOf(RunId run) {
    return ofRun(plans, new PlanKey(run, "", Integer.MIN_VALUE), PlanKey::run);
  }

  public List<Map.Entry<PlanKey, PlanRecord.Summary>> summariesOf(RunId run) {
    return plansOf(run).stream()
        .filter(plan -> plan.getValue() instanceof PlanRecord.Summary)
        .map(plan -> Map.entry(plan.getKey(), (PlanRecord.Summary) plan.getValue()))
        .toList();
  }

  /** A run's alerts, by device, memory and rule. */
  public List<Map.Entry<AlertKey, Alert>> alertsOf(RunId run) {
    return ofRun(alerts, new AlertKey(run, AlertRule.NEAR_CAPACITY, "", ""), AlertKey::run);
  }

  /** Those that no later line took back. */
  public List<Map.Entry<AlertKey, Alert>> begunAlertsOf(RunId run) {
    return alertsOf(run).stream().filter(alert -> alert.getValue().began()).toList();
  }

  private static <K, V> List<Map.Entry<K, V>> ofRun(
      SortedMap<K, V> all, K first, Function<K, RunId> runOf) {
    RunId run = runOf.apply(first);
    return all.tailMap(first).entrySet().stream()
        .takeWhile(entry -> runOf.apply(entry.getKey()).equals(run))
        .collect(Collectors.toUnmodifiableList());
  }

  private static <K, V> SortedMap<K, V> only(
      SortedMap<K, V> all, Function<K, RunId> run, Predicate<RunId> wanted) {
    SortedMap<K, V> some = new TreeMap<>(all);
    some.keySet().removeIf(key -> !wanted.test(run.apply(key)));
    return some;
  }
}
