package io.tidemark.streams;

import io.tidemark.analysis.Changes;
import io.tidemark.analysis.Outcome;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.ParkedSource.Step;
import io.tidemark.model.RunStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sources of one task between two commits: which are live in memory, and which have changed
 * since they were last published.
 *
 * <p>A live state is a cache of its stored parts and may be dropped at any time. What it has not
 * yet published is lost with the process, but not the state behind it: the first flush of a new one
 * begins to publish the state of every stored source again, as upserts that change nothing.
 *
 * <p>An error in the work on one source undoes that source back to its last publication. Its slices
 * since then are applied again one by one, each published alone, and the one that fails parks it.
 */
final class SourceTracking {

  /** Stored sources published again in one flush, so that the transaction around it stays short. */
  static final int MAX_RETOLD = 16;

  private static final Logger LOG = LoggerFactory.getLogger(SourceTracking.class);

  /** How much of its changed state a source publishes. */
  private enum Extent {
    ALL,
    /** Slices go on coming: what takes long to sum up may wait. */
    WHILE_BUSY
  }

  private final StoreParts parts;
  private final Outputs outputs;
  private final Parking parking;
  private final LiveSources live;
  private final Map<String, Long> changedAtMillis = new LinkedHashMap<>();

  /**
   * Published while they were busy: what they kept back is published by the first flush at rest.
   */
  private final Set<String> busy = new HashSet<>();

  /** Something was received or published since the last flush: worth a commit. */
  private boolean worked;

  private @Nullable Queue<String> stored;

  SourceTracking(SourceAnalysis.Loader loader, StoreParts parts, Outputs outputs, Parking parking) {
    this.parts = parts;
    this.outputs = outputs;
    this.parking = parking;
    this.live = new LiveSources(loader, parts, this::publish);
  }

  /** The next slice of {@code source}, applied at once or, when the source is parked, put off. */
  void onSlice(String source, Received received) {
    worked = true;
    if (parking.holds(source)) {
      parking.postpone(source, received.record());
    } else {
      apply(source, received);
    }
  }

  /**
   * Applies a slice, parked or not; an alert and a run's end are published at once with the state
   * that they stand for.
   */
  void apply(String source, Received received) {
    worked = true;
    try {
      LiveSource state = live.of(source);
      Outcome outcome = applied(source, state, received);
      state.retain(received);
      changedAtMillis.merge(source, received.timeMillis(), Math::max);
      if (outcome.alerted() || endsRun(outcome)) {
        publish(source, Extent.WHILE_BUSY);
      } else {
        live.retains(source, state);
      }
    } catch (SourceFault fault) {
      recover(source, received, fault);
    }
  }

  /** Nothing is stored or emitted unless all of it can be. */
  private Outcome applied(String source, LiveSource state, Received received) {
    Outcome outcome = SourceFault.in(Step.APPLY, () -> state.analysis().after(received.slice()));
    List<Outgoing> events =
        received.due() ? Outputs.of(source, outcome, received.timeMillis()) : List.of();
    long bytes = state.weightBytes();
    state.keep();
    outputs.emit(events);
    live.weigh(source, bytes);
    return outcome;
  }

  /**
   * Publishes what changed since the last flush.
   *
   * @return whether anything was received or published since then
   */
  boolean flush() {
    Queue<String> unpublished = stored();
    List<String> atRest =
        busy.stream().filter(source -> !changedAtMillis.containsKey(source)).toList();
    List.copyOf(changedAtMillis.keySet()).forEach(source -> publish(source, Extent.WHILE_BUSY));
    atRest.forEach(this::publish);
    for (int again = 0; again < MAX_RETOLD && !unpublished.isEmpty(); again++) {
      publish(unpublished.remove());
    }
    boolean any = worked;
    worked = false;
    return any;
  }

  /**
   * Stored sources still to be published again. The stores are read by the first flush and no
   * sooner: before it the task has to take its first slices.
   */
  private Queue<String> stored() {
    if (stored == null) {
      stored = new ArrayDeque<>(parts.sources());
    }
    return stored;
  }

  /** Publishes all that changed of a source; a parked one keeps what was published before. */
  void publish(String source) {
    publish(source, Extent.ALL);
  }

  private void publish(String source, Extent extent) {
    if (parking.parked(source)) {
      return;
    }
    try {
      publish(source, live.of(source), extent);
    } catch (SourceFault fault) {
      recover(source, null, fault);
    }
  }

  private void publish(String source, LiveSource state, Extent extent) {
    SourceAnalysis analysis = state.analysis();
    Changes changes =
        SourceFault.in(
            Step.PUBLISH,
            () -> extent == Extent.ALL ? analysis.changes() : analysis.changesWhileBusy());
    Long changed = changedAtMillis.get(source);
    List<Outgoing> records = Outputs.of(changes, changed == null ? newestMillis(changes) : changed);
    state.keep();
    outputs.emit(records);
    worked |= !records.isEmpty();
    changedAtMillis.remove(source);
    if (extent == Extent.ALL) {
      busy.remove(source);
      state.published();
      live.settled(source);
    } else {
      busy.add(source);
      live.retains(source, state);
    }
  }

  /**
   * Undoes what is not published, and finds the slice at fault.
   *
   * @param current the slice at work, none of it kept; {@code null} for none
   */
  private void recover(String source, @Nullable Received current, SourceFault fault) {
    worked = true;
    List<Received> slices = new ArrayList<>(undo(source));
    if (current != null) {
      slices.add(current);
    }
    LOG.warn("source {}: {} failed, {} slices again", source, fault.step(), slices.size(), fault);
    for (Received slice : slices) {
      try {
        alone(source, slice);
      } catch (SourceFault found) {
        undo(source);
        parking.park(source, found, slice, slices);
        return;
      }
    }
    if (slices.isEmpty()) {
      parking.park(source, fault, null, slices);
    }
  }

  /** Back to the last publication; answers the slices since then. */
  private List<Received> undo(String source) {
    changedAtMillis.remove(source);
    busy.remove(source);
    LiveSource broken = live.forget(source);
    if (broken == null) {
      return List.of();
    }
    broken.rollBack();
    return broken.unpublished();
  }

  private void alone(String source, Received slice) {
    LiveSource state = live.of(source);
    Outcome outcome = SourceFault.in(Step.APPLY, () -> state.analysis().after(slice.slice()));
    List<Outgoing> events =
        slice.due() ? Outputs.of(source, outcome, slice.timeMillis()) : List.of();
    changedAtMillis.put(source, slice.timeMillis());
    publish(source, state, Extent.ALL);
    outputs.emit(events);
  }

  /** Forgets what is stored of a source. */
  void beginAnew(String source) {
    undo(source);
    parts.delete(source);
  }

  private static boolean endsRun(Outcome outcome) {
    return outcome.events().stream()
        .flatMap(run -> run.events().stream())
        .anyMatch(MemoryEvent.RunEnded.class::isInstance);
  }

  /** The time of a state published without a slice: the newest it speaks of, never a clock's. */
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
