package io.tidemark.streams.source;

import io.tidemark.analysis.SourceAnalysis;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.streams.publish.Outputs;
import io.tidemark.streams.source.LiveSource.Extent;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The sources of one task between two commits: which are live in memory, which have changed since
 * they were last published, and which are loud, so that their slices wait for their turn.
 *
 * <p>A live state is a cache of its stored parts and may be dropped at any time. If the process
 * dies, unpublished changes are lost, but the stored state remains. After a start, the first
 * flushes publish the state of every stored source again, as upserts that change nothing.
 *
 * <p>The turns of loud sources end when they have taken a large share together, so that all of them
 * take no more than one.
 *
 * <p>An error in the work on one source ends its open runs and nothing else, see {@link
 * FailedSources}.
 */
public final class SourceTracking {

  /** Stored sources that one flush publishes again, limited so that its transaction stays short. */
  public static final int MAX_PUBLISHED_AGAIN = 16;

  private final StoreParts parts;
  private final Outputs outputs;
  private final LiveSources live;
  private final FailedSources failed;
  private final LongConsumer applied;
  private final LoudSources loud;
  private final WaitingSlices waiting;

  /**
   * Whether anything was received or published since the last flush, so that a commit is
   * worthwhile.
   */
  private boolean worked;

  private @Nullable Queue<String> stored;

  /**
   * @param ignored run for each slice of a source that failed too often
   * @param applied receives the time at which each slice was read
   */
  public SourceTracking(
      SourceAnalysis.Loader loader,
      StoreParts parts,
      Outputs outputs,
      LoudSources loud,
      Runnable ignored,
      LongConsumer applied) {
    this.parts = parts;
    this.outputs = outputs;
    this.live = new LiveSources(loader, parts, this::settle);
    this.failed = new FailedSources(parts, outputs, ignored);
    this.loud = loud;
    this.waiting = new WaitingSlices(parts);
    this.applied = applied;
  }

  /**
   * Applies the next slice of a source, or keeps it until its turn if its source is loud.
   *
   * @param earlier whether it existed when the process started
   * @return whether it was applied
   */
  public boolean onSlice(String source, Received received, boolean earlier) {
    worked = true;
    if (loud.holds(source) || waiting.holds(source)) {
      waiting.add(source, received, earlier);
      return false;
    }
    take(source, received);
    return true;
  }

  /** Takes a turn if more than the limit waits. Returns whether it did. */
  public boolean makeRoom() {
    boolean full = waiting.isFull();
    if (full) {
      takeTurn();
    }
    return full;
  }

  /**
   * Gives loud sources their turns.
   *
   * @param busy records come: these have half of the time
   */
  private void takeTurns(boolean busy) {
    if (busy && !loud.due()) {
      return;
    }
    LoudSources.Share turns = loud.begin();
    boolean large = false;
    while (!waiting.isEmpty() && !large) {
      large = takeTurn() || loud.isLarge(turns);
    }
  }

  /**
   * One turn of the loud source that waits longest, with its publication. Returns whether it took a
   * large share.
   */
  private boolean takeTurn() {
    String source = waiting.next();
    LoudSources.Share share = loud.begin();
    boolean large = take(source, waiting.take(source));
    publish(source, Extent.WHILE_BUSY);
    return loud.published(source, share) || large;
  }

  /** Applies a slice. Returns whether that took a large share. */
  private boolean take(String source, Received received) {
    worked = true;
    LoudSources.Share share = loud.begin();
    apply(source, received);
    if (!received.slice().isRest()) {
      applied.accept(received.slice().toMillis());
    }
    return loud.applied(source, share);
  }

  /** An alert or the end of a run is published at once, with the related state. */
  private void apply(String source, Received received) {
    if (failed.drops(source, received)) {
      return;
    }
    try {
      live.of(source);
    } catch (SourceFault fault) {
      // The slice is untouched, so it begins the next run.
      fail(source, null, fault);
      if (failed.drops(source, received)) {
        return;
      }
    }
    try {
      LiveSource state = live.of(source);
      long beforeBytes = state.weightBytes();
      Outcome outcome = state.apply(received, outputs);
      live.weigh(beforeBytes, state);
      if (outcome.alerted() || endsRun(outcome)) {
        state.publish(Extent.WHILE_BUSY, outputs);
      }
    } catch (SourceFault fault) {
      fail(source, received, fault);
    }
  }

  private static boolean endsRun(Outcome outcome) {
    return outcome.events().stream()
        .flatMap(run -> run.events().stream())
        .anyMatch(MemoryEvent.RunEnded.class::isInstance);
  }

  private void fail(String source, @Nullable Received failing, SourceFault fault) {
    worked = true;
    failed.fail(source, live.forget(source), failing, fault);
  }

  /**
   * Stores the changes since the last call.
   *
   * @return whether that published something: a source failed, or an ignored one dropped slices
   */
  public boolean store() {
    boolean before = worked;
    worked = failed.store();
    for (String source : live.names(any -> true)) {
      try {
        live.of(source).store();
      } catch (SourceFault fault) {
        fail(source, null, fault);
      }
    }
    boolean published = worked;
    worked |= before;
    return published;
  }

  /**
   * Publishes what changed since the last flush.
   *
   * @param busy records came since then
   * @return whether anything was received or published since then
   */
  public boolean flush(boolean busy) {
    // A source that waits is not at rest, although its turn leaves it without changes.
    List<String> atRest = live.names(source -> source.isAtRest() && !waiting.holds(source.name()));
    takeTurns(busy);
    Queue<String> unpublished = stored();
    live.names(LiveSource::hasChanged).forEach(source -> share(source, Extent.WHILE_BUSY));
    atRest.forEach(source -> share(source, Extent.ALL));
    for (int again = 0; again < MAX_PUBLISHED_AGAIN && !unpublished.isEmpty(); again++) {
      publish(unpublished.remove(), Extent.ALL);
    }
    loud.flushed(waiting::holds);
    boolean any = worked;
    worked = false;
    return any;
  }

  /**
   * Whether the state of every stored source has been published again, and every slice applied that
   * an earlier process received: sums over all sources do not fall back.
   */
  public boolean publishedAgain() {
    return stored().isEmpty() && !waiting.holdsEarlier();
  }

  /** Whether the next flush has work even without new slices; a source may be loud no more. */
  public boolean pending() {
    return worked
        || waits()
        || !loud.isEmpty()
        || !stored().isEmpty()
        || !live.names(source -> source.hasChanged() || source.isAtRest()).isEmpty();
  }

  public boolean waits() {
    return !waiting.isEmpty();
  }

  /** Stored size of the slices that wait, in bytes. */
  public long waitingBytes() {
    return waiting.bytes();
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

  /** Publishes a source, which counts for its share. */
  private void share(String source, Extent extent) {
    LoudSources.Share share = loud.begin();
    publish(source, extent);
    loud.published(source, share);
  }

  /**
   * Publishes the changes of a source, unless slices wait that an earlier process may have
   * published: its counters would fall back. The turns of these publish them later.
   */
  private void publish(String source, Extent extent) {
    if (waiting.holdsEarlier(source)) {
      return;
    }
    try {
      worked |= live.of(source).publish(extent, outputs);
    } catch (SourceFault fault) {
      fail(source, null, fault);
    }
  }

  private void settle(LiveSource eldest) {
    try {
      worked |= eldest.publish(Extent.ALL, outputs);
      eldest.store();
    } catch (SourceFault fault) {
      fail(eldest.name(), null, fault);
    }
  }
}
