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
 * <p>A live state is a cache of its stored parts and may be dropped at any time. If the process
 * dies, unpublished changes are lost, but the stored state remains. After a start, the first
 * flushes publish the state of every stored source again, as upserts that change nothing.
 *
 * <p>An error in one source undoes that source's unsettled changes ({@link Rollback}). {@link
 * CatchUp} reads its slices since then again and applies them alone, a few per flush; the slice
 * that fails parks the source.
 */
final class SourceTracking {

  /** Stored sources that one flush publishes again, limited so that its transaction stays short. */
  static final int MAX_RETOLD = 16;

  private final StoreParts parts;
  private final Outputs outputs;
  private final Parking parking;
  private final LiveSources live;
  private final SourcePublisher publisher;
  private final Rollback rollback;

  /**
   * Whether anything was received or published since the last flush, so that a commit is
   * worthwhile.
   */
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

  /** Applies the next slice of {@code source}, or postpones it if the source is parked. */
  void onSlice(String source, Received received) {
    worked = true;
    if (parking.holds(source)) {
      parking.postpone(source, received.record());
    } else {
      apply(source, received);
    }
  }

  /** Applies a slice. An alert or the end of a run is published at once, with the related state. */
  void apply(String source, Received received) {
    worked = true;
    try {
      LiveSource state = live.of(source);
      Applied applied = applied(source, state, received);
      // Events are emitted only after all of them were serialised.
      outputs.emit(applied.events());
      live.weigh(source, applied.weightBytes());
      state.retain(received);
      publisher.changed(source, received.timeMillis());
      if (applied.urgent() || state.takesBack()) {
        // The end of a run searches all staged parts, so they must not grow large.
        state.keep();
        publish(source, Extent.WHILE_BUSY);
      } else {
        live.retains(source, state);
      }
    } catch (SourceFault fault) {
      rollback.recover(source, received, fault);
    }
  }

  /** Stores the changes since the last call; a source that fails is rolled back. */
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
   * Applies a slice and publishes all state after it. If this fails, this slice is the cause, since
   * the source has no other unsettled changes. For an empty slice, the state is the cause.
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
   * The result of a slice, not yet stored.
   *
   * @param urgent whether to publish at once
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

  /** Whether the state of every stored source has been published again. */
  boolean publishedAgain() {
    return stored().isEmpty();
  }

  /** Whether the next flush has work even without new slices. */
  boolean pending() {
    return worked || !stored().isEmpty() || publisher.pending();
  }

  /**
   * Stored sources still to be published again. The first flush reads them from the stores, and not
   * earlier: the task must first accept its first slices.
   */
  private Queue<String> stored() {
    if (stored == null) {
      stored = new ArrayDeque<>(parts.sources());
    }
    return stored;
  }

  /** Publishes all changes of a source; a parked one keeps its published records. */
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
    // After a withdrawal nothing may be omitted.
    Extent extent = state.takesBack() ? Extent.ALL : asked;
    worked |= publisher.publish(source, state, extent);
    if (extent == Extent.ALL) {
      live.settled(source);
    } else {
      live.retains(source, state);
    }
  }

  /** Deletes the unusable state of a source; see {@link Rollback}. */
  void beginAnew(String source) {
    worked = true;
    rollback.beginAnew(source);
  }
}
