package io.tidemark.sink;

import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryTimeline;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.OpTable;
import io.tidemark.model.ParkedSource;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.sink.board.Moment;
import io.tidemark.sink.page.StateDocument;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** Everything known at one moment; immutable, so that a scrape sees one moment. */
public record Board(
    SortedMap<RunId, RunStatus> runs,
    SortedMap<MemoryKey, MemoryUsage> usage,
    SortedMap<MemoryKey, OpTable> ops,
    SortedMap<MemoryKey, MemoryTimeline> timelines,
    SortedMap<PlanKey, PlanRecord> plans,
    SortedMap<AlertKey, Alert> alerts,
    SortedMap<String, ParkedSource> parked) {

  /** Of an analysis beside any streams job, which parks nothing. */
  public Board(
      SortedMap<RunId, RunStatus> runs,
      SortedMap<MemoryKey, MemoryUsage> usage,
      SortedMap<MemoryKey, OpTable> ops,
      SortedMap<MemoryKey, MemoryTimeline> timelines,
      SortedMap<PlanKey, PlanRecord> plans,
      SortedMap<AlertKey, Alert> alerts) {
    this(runs, usage, ops, timelines, plans, alerts, Collections.emptySortedMap());
  }

  /** What is known at this moment. */
  public static Board of(Moment moment) {
    return new Board(
        moment.runs(),
        moment.usage(),
        moment.ops(),
        moment.timelines(),
        moment.plans(),
        moment.alerts(),
        moment.parked());
  }

  /** What is known of these sources alone. */
  public Board ofSources(Set<String> sources) {
    Predicate<RunId> of = run -> sources.contains(run.source());
    return new Board(
        only(runs, run -> run, of),
        only(usage, MemoryKey::run, of),
        only(ops, MemoryKey::run, of),
        only(timelines, MemoryKey::run, of),
        only(plans, PlanKey::run, of),
        only(alerts, AlertKey::run, of),
        only(parked, sources::contains));
  }

  private static <K, V> SortedMap<K, V> only(
      SortedMap<K, V> all, Function<K, RunId> run, Predicate<RunId> wanted) {
    return only(all, key -> wanted.test(run.apply(key)));
  }

  private static <K, V> SortedMap<K, V> only(SortedMap<K, V> all, Predicate<K> wanted) {
    SortedMap<K, V> some = new TreeMap<>(all);
    some.keySet().removeIf(wanted.negate());
    return some;
  }

  /** The canonical document: the whole state, keys sorted, times left out. */
  public String stateJson() {
    return StateDocument.of(this);
  }
}
