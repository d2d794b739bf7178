package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.LiveTensors;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryTimeline;
import io.tidemark.model.MemoryView;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The use of one memory over its run; the mutable side of {@link MemoryTimeline}. Published are
 * buckets that no snapshot can change any more, so that it hangs on the snapshots alone, never on
 * when somebody asked.
 */
final class TimelineFigures {

  private static final char BY_SNAPSHOT = 's';
  private static final char BY_TIME = 't';

  /** Which buckets are published: more are closed when any figure of it is another. */
  private record Mark(long width, long closed, long timeWidth, long timeClosed) {}

  private Buckets bySnapshot = new Buckets();
  private Buckets byTime = new Buckets();
  private long snapshots;
  private LogPosition last = new LogPosition(0, 0);
  private boolean over;
  private @Nullable Mark published;

  /**
   * The newest snapshot where it is the highest of a bucket, until the log goes on; a restored
   * state needs it no more.
   */
  private @Nullable High newest;

  /** The next snapshot, and the op that raised use. */
  void record(MemoryView view, @Nullable String raisedBy, LogPosition at) {
    snapshots++;
    add(view.usedBytes(), raisedBy, view.largestFreeBytes(), at);
  }

  /** An error line states this use, at the newest snapshot, while the op ran. */
  void raise(long usedBytes, @Nullable String running, LogPosition at) {
    add(usedBytes, running, MemoryView.UNKNOWN, at);
  }

  private void add(long usedBytes, @Nullable String op, long largestFreeBytes, LogPosition at) {
    last = at;
    boolean highest = bySnapshot.record(settled(), usedBytes);
    boolean highestOfTime = byTime.record(at.timeMillis(), usedBytes);
    if (!highest && !highestOfTime) {
      newest = null;
      return;
    }
    Long largestFree = largestFreeBytes < 0 ? null : largestFreeBytes;
    High high = new High(settled(), op, largestFree, null, null);
    newest = high;
    if (highest) {
      bySnapshot.high(high.snapshot(), high);
    }
    if (highestOfTime) {
      byTime.high(at.timeMillis(), high);
    }
  }

  /** The tensors alive at the newest snapshot. */
  void live(LiveTensors tensors) {
    High high = newest;
    if (high != null) {
      bySnapshot.amend(high.snapshot(), high.with(tensors));
      byTime.amend(last.timeMillis(), high.with(tensors));
    }
  }

  /** An error line may still raise the newest snapshot, no other. */
  private long settled() {
    return Math.max(0, snapshots - 1);
  }

  /** Nothing more comes: what is open is published as it stands. */
  void end() {
    over = true;
    published = null;
  }

  /** The public record when more of it is closed than when it was last asked for. */
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

  /** Hands over the pages that changed since they were last stored. */
  void store(BiConsumer<String, byte[]> part) {
    bySnapshot.store((bytes, page) -> part.accept(BY_SNAPSHOT + Integer.toString(page), bytes));
    byTime.store((bytes, page) -> part.accept(BY_TIME + Integer.toString(page), bytes));
  }

  /** Takes a page back from where {@link #store} put it. */
  void restore(String key, byte[] bytes) {
    Buckets axis = key.charAt(0) == BY_SNAPSHOT ? bySnapshot : byTime;
    axis.restore(Integer.parseInt(key.substring(1)), bytes);
  }

  /** Its share of the hot part. */
  void write(PartWriter out) {
    bySnapshot.write(out);
    byTime.write(out);
    out.number(snapshots).number(last.offset()).number(last.timeMillis());
  }

  static TimelineFigures read(PartReader in) {
    TimelineFigures figures = new TimelineFigures();
    figures.bySnapshot = Buckets.read(in);
    figures.byTime = Buckets.read(in);
    figures.snapshots = in.number();
    figures.last = new LogPosition(in.number(), in.number());
    return figures;
  }
}
