package io.tidemark.sink.page;

import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.AlertRule;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryTimeline;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.OpTable;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.sink.Board;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one run, as views of a board.
 *
 * @param status {@code null} while it is not known: topics have no order between them
 */
record RunParts(
    @Nullable RunStatus status,
    SortedMap<MemoryKey, MemoryUsage> usage,
    SortedMap<MemoryKey, OpTable> ops,
    SortedMap<MemoryKey, MemoryTimeline> timelines,
    SortedMap<PlanKey, PlanRecord> plans,
    SortedMap<AlertKey, Alert> alerts) {

  /** By the text of the run's id, of which the canonical document sorts its keys. */
  static Map<String, RunParts> of(Board board) {
    Set<RunId> ids = new TreeSet<>(board.runs().keySet());
    board.usage().keySet().forEach(key -> ids.add(key.run()));
    board.ops().keySet().forEach(key -> ids.add(key.run()));
    board.timelines().keySet().forEach(key -> ids.add(key.run()));
    board.plans().keySet().forEach(key -> ids.add(key.run()));
    board.alerts().keySet().stream()
        .filter(key -> key.rule() != AlertRule.FILLING_UP)
        .forEach(key -> ids.add(key.run()));
    Map<String, RunParts> parts = new TreeMap<>();
    ids.forEach(id -> parts.put(id.toString(), of(board, id)));
    return parts;
  }

  private static RunParts of(Board board, RunId id) {
    MemoryKey first = new MemoryKey(id, "", "");
    return new RunParts(
        board.runs().get(id),
        ofRun(board.usage(), first, MemoryKey::run),
        ofRun(board.ops(), first, MemoryKey::run),
        ofRun(board.timelines(), first, MemoryKey::run),
        ofRun(board.plans(), new PlanKey(id, "", Integer.MIN_VALUE), PlanKey::run),
        ofRun(board.alerts(), new AlertKey(id, AlertRule.NEAR_CAPACITY, "", ""), AlertKey::run));
  }

  private static <K extends Comparable<K>, V> SortedMap<K, V> ofRun(
      SortedMap<K, V> all, K first, Function<K, RunId> runOf) {
    RunId run = runOf.apply(first);
    SortedMap<K, V> some = new TreeMap<>();
    for (Map.Entry<K, V> entry : all.tailMap(first).entrySet()) {
      if (!runOf.apply(entry.getKey()).equals(run)) {
        break;
      }
      some.put(entry.getKey(), entry.getValue());
    }
    return some;
  }
}
