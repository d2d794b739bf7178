package io.tidemark.streams;

import io.tidemark.analysis.Outcome;
import io.tidemark.model.MemoryEvent;
import io.tidemark.streams.SourcePublisher.Extent;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The sources of one task between two commits: which are live in memory, and which have changed
 * since they were last published.
 *
 * <p>A live state is a cache of its stored parts and may be dropped at any time. What it has not
 * yet published is lost with the process, but not the state behind it: the first flush of a new one
 * begins to publish the state of every stored source again, as upserts that change nothing.
 *
 * <p>An error in the work on one source undoes that source ({@link Rollback}). {@link CatchUp}
 * reads its slices since then again and applies them alone, a few at a flush; the one that fails
 * parks it.
 */
final class SourceTracking {

  /** Stored sources published again in one flush, so that the transaction around it stays short. */
  static final int MAX_RETOLD = 16;

  private final StoreParts parts;
  private final Outputs outputs;
  private final Parking parking;
  private final LiveSources live;
  private final SourcePublisher publisher;
  private final Rollback rollback;

  /** Something was received or published since the last flush: worth a commit. */
  private boolean worked;

  private @Nullable Queue<String> stored;

  SourceTracking(SourceAnalysis.Loader loader, StoreParts parts, Outputs outputs, Parking parking) {
    this.parts = parts;
    this.outputs = outputs;
    this.parking = parking;
    this.live = new LiveSources(loader, parts, this::publish);
    this.publisher = new SourcePublisher(outputs, parts);
    this.rollback = new Rollback(parts, parking, live, publisher);
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
      Applied applied = applied(source, state, received);
      // Nothing is emitted unless all of it can be.
      outputs.emit(applied.events());
      live.weigh(source, applied.weightBytes());
      state.retain(received);
      publisher.changed(source, received.timeMillis());
      if (applied.urgent() || state.takesBack()) {
        // Runs that ended looked through all that waits: it may not become much.
        state.keep();
        publish(source, Extent.WHILE_BUSY);
      } else {
        live.retains(source, state);
      }
    } catch (SourceFault fault) {
      rollback.recover(source, received, fault);
    }
  }

  /**
   * Puts what changed since the last call into the stores; a source of which that fails is rolled
   * back.
   */
  void keep() {
    for (String source : live.names()) {
      try {
        live.of(source).keep();
      } catch (SourceFault fault) {
        worked = true;
        rollback.recover(source, null, fault);
      }
    }
  }

  /**
   * Applies a slice and publishes all of the state behind it. When it fails it alone is at fault,
   * since nothing else of the source may be unsettled; of one without text it is the state.
   */
  void applyAlone(String source, Received received) {
    worked = true;
    try {
      LiveSource state = live.of(source);
      Applied applied = applied(source, state, received);
      publisher.changed(source, received.timeMillis());
      publish(source, state, Extent.ALL);
      outputs.emit(applied.events());
      live.weigh(source, applied.weightBytes());
    } catch (SourceFault fault) {
      rollback.drop(source);
      parking.park(source, fault, received.slice().length() == 0 ? null : received, null);
    }
  }

  /**
   * What a slice came to; nothing of it is kept yet.
   *
   * @param urgent to be published at once
   */
  private record Applied(List<Outgoing> events, long weightBytes, boolean urgent) {}

  private static Applied applied(String source, LiveSource state, Received received) {
    Outcome outcome = state.apply(received.slice());
    List<Outgoing> events =
        received.due() ? Outputs.of(source, outcome, received.timeMillis()) : List.of();
    return new Applied(events, state.weightBytes(), outcome.alerted() || endsRun(outcome));
  }

  private static boolean endsRun(Outcome outcome) {
    return outcome.events().stream()
        .flatMap(run -> run.events().stream())
        .anyMatch(MemoryEvent.RunEnded.class::isInstance);
  }

  /**
   * Publishes what changed since the last flush.
   *
   * @return whether anything was received or published since then
   */
  boolean flush() {
    Queue<String> unpublished = stored();
    List<String> atRest = publisher.atRest();
    publisher.changed().forEach(source -> publish(source, Extent.WHILE_BUSY));
    atRest.forEach(this::publish);
    for (int again = 0; again < MAX_RETOLD && !unpublished.isEmpty(); again++) {
      publish(unpublished.remove());
    }
    boolean any = worked;
    worked = false;
    return any;
  }

  /** Whether the state of every stored source is published again. */
  boolean publishedAgain() {
    return stored().isEmpty();
  }

  /** Whether the next flush has something to do, though no slice comes. */
  boolean pending() {
    return worked || !stored().isEmpty() || publisher.pending();
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
      worked = true;
      rollback.recover(source, null, fault);
    }
  }

  private void publish(String source, LiveSource state, Extent asked) {
    // Nothing may stay behind of what is taken back.
    Extent extent = state.takesBack() ? Extent.ALL : asked;
    worked |= publisher.publish(source, state, extent);
    if (extent == Extent.ALL) {
      live.settled(source);
    } else {
      live.retains(source, state);
    }
  }

  /** Forgets the state of a source, which could not be used; see {@link Rollback}. */
  void beginAnew(String source) {
    worked = true;
    rollback.beginAnew(source);
  }
}
