package io.tidemark.streams.source;

import io.tidemark.analysis.SourceAnalysis;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.run.AnalysisFailure.Step;
import io.tidemark.streams.publish.Outgoing;
import io.tidemark.streams.publish.Outputs;
import io.tidemark.streams.read.Received;
import io.tidemark.streams.source.SourcePublisher.Extent;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The sources of one task between two commits: which are live in memory, and which have changed
 * since they were last published.
 *
 * <p>A live state is a cache of its stored parts and may be dropped at any time. If the process
 * dies, unpublished changes are lost, but the stored state remains. After a start, the first
 * flushes publish the state of every stored source again, as upserts that change nothing.
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
  private final SourcePublisher publisher;
  private final FailedSources failed;
  private final LongConsumer applied;
  private final WaitingSlices waiting;
  private final Turns turns;

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
    this.publisher = new SourcePublisher(outputs);
    this.failed = new FailedSources(parts, outputs, ignored);
    this.waiting = new WaitingSlices(parts);
    this.turns = new Turns(loud, waiting, this::take, source -> publish(source, Extent.WHILE_BUSY));
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
    return turns.onSlice(source, received, earlier);
  }

  /** Takes a turn if more than the limit waits. Returns whether it did. */
  public boolean makeRoom() {
    return turns.makeRoom();
  }

  private void take(String source, Received received) {
    worked = true;
    apply(source, received);
    if (!received.slice().isRest()) {
      applied.accept(received.slice().toMillis());
    }
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
      Outcome outcome = state.apply(received);
      // Events are emitted only after all of them were serialised.
      List<Outgoing> events =
          SourceFault.in(Step.PUBLISH, () -> Outputs.of(source, outcome, received.timeMillis()));
      long weightBytes = state.weightBytes();
      outputs.emit(events);
      state.emitted(outcome);
      live.weigh(source, weightBytes);
      publisher.changed(source, received.timeMillis());
      if (outcome.alerted() || endsRun(outcome)) {
        publisher.publish(source, state, Extent.WHILE_BUSY);
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
    publisher.forget(source);
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
    for (String source : live.names()) {
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
    List<String> atRest =
        publisher.atRest().stream().filter(source -> !waiting.holds(source)).toList();
    turns.take(busy);
    Queue<String> unpublished = stored();
    publisher
        .changed()
        .forEach(source -> turns.publish(source, () -> publish(source, Extent.WHILE_BUSY)));
    atRest.forEach(source -> turns.publish(source, () -> publish(source, Extent.ALL)));
    for (int again = 0; again < MAX_PUBLISHED_AGAIN && !unpublished.isEmpty(); again++) {
      publish(unpublished.remove(), Extent.ALL);
    }
    turns.flushed();
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

  /** Whether the next flush has work even without new slices. */
  public boolean pending() {
    return worked || !stored().isEmpty() || publisher.pending() || turns.pending();
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

  /**
   * Publishes the changes of a source, unless slices wait that an earlier process may have
   * published: its counters would fall back. The turns of these publish them later.
   */
  private void publish(String source, Extent extent) {
    if (waiting.holdsEarlier(source)) {
      return;
    }
    try {
      worked |= publisher.publish(source, live.of(source), extent);
    } catch (SourceFault fault) {
      fail(source, null, fault);
    }
  }

  private void settle(String source) {
    try {
      LiveSource state = live.of(source);
      worked |= publisher.publish(source, state, Extent.ALL);
      state.store();
    } catch (SourceFault fault) {
      fail(source, null, fault);
    }
  }
}
