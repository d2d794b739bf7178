package io.tidemark.analysis.memory;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.memory.MemoryTimeline;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The use of one memory over its run; the mutable side of {@link MemoryTimeline}. Only buckets that
 * no snapshot can change any more are published, and by snapshot the newest one of a failure. The
 * result therefore depends on the snapshots alone, not on when it was requested.
 */
@Stored
final class TimelineFigures {

  private static final char BY_SNAPSHOT = 's';
  private static final char BY_TIME = 't';

  /** The extent of the published buckets; a different mark means that more are closed. */
  private record Mark(long width, long closed, long timeWidth, long timeClosed, boolean failed) {}

  private final Buckets bySnapshot = new Buckets();
  private final Buckets byTime = new Buckets();
  private long snapshots;
  private LogPosition last = new LogPosition(0, 0);
  private transient boolean over;
  private transient @Nullable Mark published;

  /** Use at the first snapshot of the memory. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private long firstBytes;

  /** Submissions up to the newest snapshot. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private int submissions;

  /** Whether an allocation failed after the newest snapshot, which is the last one of many runs. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private boolean failed;

  /**
   * A snapshot that is the highest of its bucket, and whose holders are not yet set. They are set
   * before the next change, since most snapshots of a rise stay the highest for one snapshot only.
   * It is not stored: storing sets the holders.
   */
  private transient @Nullable High newest;

  /** The one before the newest snapshot. */
  private transient @Nullable High before;

  /**
   * Records the next snapshot and the op that raised use. {@link #settleBefore} must follow.
   *
   * @param submitted whether a submission began since the last snapshot
   */
  void record(MemoryView view, @Nullable String raisedBy, boolean submitted, LogPosition at) {
    snapshots++;
    failed = false;
    submissions += submitted ? 1 : 0;
    before = newest;
    newest = null;
    add(view.usedBytes(), raisedBy, view.largestFreeBytes(), at);
  }

  /** Publishes the newest snapshot at once. */
  void failed() {
    failed = true;
  }

  /** Begins another memory, whose first use no op made. */
  void begin(long usedBytes) {
    firstBytes = usedBytes;
  }

  /** Sets the holders of the snapshot before the newest one, if it is the highest of a bucket. */
  void settleBefore(Supplier<LargestHolders> held) {
    settle(before, held);
    before = null;
  }

  /** Sets the holders of the newest snapshot, if it is the highest of a bucket. */
  void settle(Supplier<LargestHolders> held) {
    settle(newest, held);
    newest = null;
  }

  private void settle(@Nullable High high, Supplier<LargestHolders> held) {
    if (high != null && bySnapshot.isHigh(high.snapshot(), high.snapshot())) {
      bySnapshot.amend(high.snapshot(), high.with(held.get()));
    }
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
      return;
    }
    High high = new High(settled(), op, largestFree, submissions, null);
    if (highest) {
      newest = high;
      bySnapshot.high(high.snapshot(), high);
    }
    if (highestOfTime) {
      byTime.high(at.timeMillis(), high);
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
    Mark now =
        new Mark(bySnapshot.width(), settled() / bySnapshot.width(), byTime.width(), time, failed);
    if (now.equals(published)) {
      return null;
    }
    published = now;
    return new MemoryTimeline(
        bySnapshot.until(over || failed ? Long.MAX_VALUE : settled(), firstBytes),
        byTime.until(over ? Long.MAX_VALUE : time, 0),
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
