package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.memory.LiveTensors;
import io.tidemark.model.memory.MemoryTimeline;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The use of one memory over its run; the mutable side of {@link MemoryTimeline}. Only buckets that
 * no snapshot can change any more are published. The result therefore depends on the snapshots
 * alone, not on when it was requested.
 */
@Stored
final class TimelineFigures {

  private static final char BY_SNAPSHOT = 's';
  private static final char BY_TIME = 't';

  /** The extent of the published buckets; a different mark means that more are closed. */
  private record Mark(long width, long closed, long timeWidth, long timeClosed) {}

  private final Buckets bySnapshot = new Buckets();
  private final Buckets byTime = new Buckets();
  private long snapshots;
  private LogPosition last = new LogPosition(0, 0);
  private transient boolean over;
  private transient @Nullable Mark published;

  /**
   * The newest snapshot if it is the highest of a bucket, until the next one. It is not stored: a
   * restored state does not need it.
   */
  private transient @Nullable High newest;

  /** Records the next snapshot and the op that raised use. */
  void record(MemoryView view, @Nullable String raisedBy, LogPosition at) {
    snapshots++;
    add(view.usedBytes(), raisedBy, view.largestFreeBytes(), at);
  }

  /** Records a use from an error line during the running op, as part of the newest snapshot. */
  void raise(long usedBytes, @Nullable String running, LogPosition at) {
    add(usedBytes, running, null, at);
  }

  private void add(
      long usedBytes, @Nullable String op, @Nullable Long largestFree, LogPosition at) {
    last = at;
    boolean highest = bySnapshot.record(settled(), usedBytes);
    boolean highestOfTime = byTime.record(at.timeMillis(), usedBytes);
    if (!highest && !highestOfTime) {
      newest = null;
      return;
    }
    High high = new High(settled(), op, largestFree, null, null);
    newest = high;
    if (highest) {
      bySnapshot.high(high.snapshot(), high);
    }
    if (highestOfTime) {
      byTime.high(at.timeMillis(), high);
    }
  }

  /** Adds the tensors alive at the newest snapshot. */
  void live(LiveTensors tensors) {
    High high = newest;
    if (high != null) {
      bySnapshot.amend(high.snapshot(), high.with(tensors));
      byTime.amend(last.timeMillis(), high.with(tensors));
    }
  }

  /** Number of the newest snapshot, the only one that an error line may still raise. */
  private long settled() {
    return Math.max(0, snapshots - 1);
  }

  /** Closes the timeline, so that open buckets are published. */
  void end() {
    over = true;
    published = null;
  }

  /** Returns the public record if more buckets closed since the last call, else {@code null}. */
  @Nullable MemoryTimeline changed() {
    long time = byTime.open();
    Mark now = new Mark(bySnapshot.width(), settled() / bySnapshot.width(), byTime.width(), time);
    if (now.equals(published)) {
      return null;
    }
    published = now;
    return new MemoryTimeline(
        bySnapshot.until(over ? Long.MAX_VALUE : settled()),
        byTime.until(over ? Long.MAX_VALUE : time),
        last.offset());
  }

  /** Passes the pages that changed since the last call. */
  void store(BiConsumer<String, byte[]> part) {
    bySnapshot.store((bytes, page) -> part.accept(BY_SNAPSHOT + Integer.toString(page), bytes));
    byTime.store((bytes, page) -> part.accept(BY_TIME + Integer.toString(page), bytes));
  }

  /** Restores a page written by {@link #store}. */
  void restore(String key, byte[] bytes) {
    Buckets axis = key.charAt(0) == BY_SNAPSHOT ? bySnapshot : byTime;
    axis.restore(Integer.parseInt(key.substring(1)), bytes);
  }
}
