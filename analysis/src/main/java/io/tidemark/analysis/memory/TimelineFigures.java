package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryTimeline;
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

  /** The next snapshot. */
  void record(long usedBytes, LogPosition at) {
    snapshots++;
    raise(usedBytes, at);
  }

  /** An error line states this use, at the newest snapshot. */
  void raise(long usedBytes, LogPosition at) {
    last = at;
    bySnapshot.record(Math.max(0, snapshots - 1), usedBytes);
    byTime.record(at.timeMillis(), usedBytes);
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
