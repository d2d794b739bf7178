package io.tidemark.streams;

import io.tidemark.analysis.Changes;
import io.tidemark.analysis.Outcome;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.RunStatus;
import io.tidemark.model.Slice;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sources of one task between two commits: which are live in memory, and which have changed
 * since they were last told of.
 *
 * <p>A live state is a cache of its stored parts and may be dropped at any time. What it has not
 * yet told is lost with the process, but not the state behind it: the first flush of a new one
 * begins to tell the state of every stored source again, as upserts that change nothing.
 */
final class SourceTracking {

  /** Live sources of a task; the one idle longest makes room. */
  static final int MAX_LIVE = 256;

  /**
   * What the live sources of a task may weigh together, some 500 ordinary ones. One alone may be
   * heavier: it is what works now.
   */
  static final long MAX_LIVE_BYTES = 32L << 20;

  /** Stored sources told again in one flush, so that the transaction around it stays short. */
  static final int MAX_RETOLD = 16;

  private final SourceAnalysis.Loader loader;
  private final StoreParts parts;
  private final Outputs outputs;
  private final LinkedHashMap<String, SourceAnalysis> live = new LinkedHashMap<>(64, 0.75f, true);
  private final Map<String, Long> changedAtMillis = new LinkedHashMap<>();

  /** Told while they were busy: what they kept back is told by the first flush at rest. */
  private final Set<String> busy = new HashSet<>();

  private final Map<String, Long> weights = new HashMap<>();
  private long liveBytes;

  /** Something was taken or told since the last flush: worth a commit. */
  private boolean told;

  private @Nullable Queue<String> untold;

  SourceTracking(SourceAnalysis.Loader loader, StoreParts parts, Outputs outputs) {
    this.loader = loader;
    this.parts = parts;
    this.outputs = outputs;
  }

  /**
   * Takes the next slice of {@code source}; an alert and a run's end are told at once with the
   * state that they stand for.
   */
  void take(String source, Slice slice, long timeMillis) {
    Outcome outcome = state(source).after(slice);
    told = true;
    outputs.outcome(source, outcome, timeMillis);
    changedAtMillis.merge(source, timeMillis, Math::max);
    if (outcome.alerted() || endsRun(outcome)) {
      tellBusy(source);
    }
    weigh(source, state(source).weightBytes());
  }

  private void weigh(String source, long bytes) {
    Long before = weights.put(source, bytes);
    liveBytes += bytes - (before == null ? 0 : before);
    while (liveBytes > MAX_LIVE_BYTES && live.size() > 1) {
      dropEldest();
    }
  }

  /**
   * Tells what changed since the last flush.
   *
   * @return whether anything was taken or told since then
   */
  boolean flush() {
    Queue<String> stored = untold();
    List<String> atRest =
        busy.stream().filter(source -> !changedAtMillis.containsKey(source)).toList();
    List.copyOf(changedAtMillis.keySet()).forEach(this::tellBusy);
    atRest.forEach(this::tell);
    for (int told = 0; told < MAX_RETOLD && !stored.isEmpty(); told++) {
      tell(stored.remove());
    }
    boolean any = told;
    told = false;
    return any;
  }

  /**
   * Stored sources still to be told again. The stores are read by the first flush and no sooner:
   * before it the task has to take its first slices.
   */
  private Queue<String> untold() {
    if (untold == null) {
      untold = new ArrayDeque<>(parts.sources());
    }
    return untold;
  }

  private SourceAnalysis state(String source) {
    SourceAnalysis state = live.get(source);
    if (state == null) {
      state = loader.load(source, parts);
      live.put(source, state);
      makeRoom();
      weigh(source, state.weightBytes());
    }
    return state;
  }

  private void makeRoom() {
    if (live.size() > MAX_LIVE) {
      dropEldest();
    }
  }

  private void dropEldest() {
    Iterator<Map.Entry<String, SourceAnalysis>> eldest = live.entrySet().iterator();
    Map.Entry<String, SourceAnalysis> idle = eldest.next();
    eldest.remove();
    Long weight = weights.remove(idle.getKey());
    liveBytes -= weight == null ? 0 : weight;
    tell(idle.getKey(), idle.getValue());
  }

  private void tellBusy(String source) {
    busy.add(source);
    tell(source, state(source).changesWhileBusy());
  }

  private void tell(String source) {
    tell(source, state(source));
  }

  private void tell(String source, SourceAnalysis state) {
    busy.remove(source);
    tell(source, state.changes());
  }

  private void tell(String source, Changes changes) {
    told |= !changes.isEmpty();
    Long changed = changedAtMillis.remove(source);
    outputs.changes(changes, changed == null ? newestMillis(changes) : changed);
  }

  private static boolean endsRun(Outcome outcome) {
    return outcome.events().stream()
        .flatMap(run -> run.events().stream())
        .anyMatch(MemoryEvent.RunEnded.class::isInstance);
  }

  /** The time of a state told without a slice: the newest it speaks of, never a clock's. */
  private static long newestMillis(Changes changes) {
    long newest = 0;
    for (RunStatus run : changes.runs().values()) {
      newest = Math.max(newest, run.endMillis() == null ? run.startMillis() : run.endMillis());
    }
    for (MemoryUsage usage : changes.usage().values()) {
      newest = Math.max(newest, usage.timeMillis());
    }
    return newest;
  }
}
