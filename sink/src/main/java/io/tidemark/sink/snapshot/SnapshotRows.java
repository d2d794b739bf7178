package io.tidemark.sink.snapshot;

import io.tidemark.sink.snapshot.SnapshotRange.Axis;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Snapshots in the order of the log: single ones, or buckets once there are more than the bound. A
 * bucket that would be one too many doubles the width of all, so that no range takes more memory.
 */
public final class SnapshotRows {

  /**
   * One or several neighbouring snapshots.
   *
   * @param at place of the bucket from the first position on, in widths
   * @param highest the first snapshot of the highest use
   */
  public record Bucket(long at, long leastBytes, SnapshotPoint highest) {

    private Bucket with(Bucket later) {
      SnapshotPoint higher =
          later.highest.usedBytes() > highest.usedBytes() ? later.highest : highest;
      return new Bucket(at, Math.min(leastBytes, later.leastBytes), higher);
    }
  }

  private final Axis axis;
  private int most;
  private final List<Bucket> buckets = new ArrayList<>();
  private final ProgramMarks marks = new ProgramMarks();
  private long from;
  private long width = 1;
  private long inAll;
  private boolean joined;
  private @Nullable String partial;
  private boolean goesOn;
  private @Nullable Long end;
  private @Nullable Long written;

  public SnapshotRows(Axis axis, int most) {
    this.axis = axis;
    this.most = most;
  }

  /** Adds the next snapshot of the log. */
  public void add(SnapshotPoint point) {
    if (inAll == 0) {
      from = axis.position(point);
    }
    inAll++;
    append(new Bucket(placeOf(point), point.usedBytes(), point));
    if (buckets.size() > most) {
      joined = true;
    }
    while (joined && (buckets.size() > most || last().at() >= most)) {
      halve();
    }
  }

  private long placeOf(SnapshotPoint point) {
    return Math.max(0, axis.position(point) - from) / width;
  }

  /** Lowers the bound. */
  public void shrink(int bound) {
    most = Math.min(most, bound);
    while (buckets.size() > most) {
      joined = true;
      halve();
    }
  }

  private Bucket last() {
    return buckets.get(buckets.size() - 1);
  }

  private void append(Bucket next) {
    int end = buckets.size() - 1;
    if (joined && end >= 0 && buckets.get(end).at() >= next.at()) {
      buckets.set(end, buckets.get(end).with(next));
    } else {
      buckets.add(next);
    }
  }

  private void halve() {
    width *= 2;
    List<Bucket> before = List.copyOf(buckets);
    buckets.clear();
    for (Bucket bucket : before) {
      append(new Bucket(bucket.at() / 2, bucket.leastBytes(), bucket.highest()));
    }
  }

  /** The range is not whole yet, and why: who asks again gets more. */
  public void partial(String why) {
    partial = why;
    goesOn = true;
  }

  /** The range is not whole and will not be, and why. */
  public void lost(String why) {
    partial = partial == null ? why : partial;
  }

  /** Whether there is more of it for who asks again. */
  public boolean goesOn() {
    return goesOn;
  }

  /** Why the range is not whole, if it is not. */
  public Optional<String> partial() {
    return Optional.ofNullable(partial);
  }

  /**
   * The range goes on behind the last snapshot that is written, which has the number before this.
   */
  public void end(long next) {
    end = next;
  }

  /** How many snapshots are written, if the range goes on behind them. */
  public Optional<Long> end() {
    return Optional.ofNullable(end);
  }

  /** The range is not whole: only so many of its memory's snapshots are written by now. */
  public void behind(long writtenByNow) {
    written = writtenByNow;
    partial("snapshots from %d on are being written".formatted(writtenByNow));
  }

  /** How many snapshots are written by now, if more are on their way. */
  public Optional<Long> written() {
    return Optional.ofNullable(written);
  }

  /** Whether there were more than the bound: then each bucket may stand for several. */
  public boolean joined() {
    return joined;
  }

  /** Where programs begin in the range. */
  public ProgramMarks marks() {
    return marks;
  }

  /** How many snapshots were added. */
  public long inAll() {
    return inAll;
  }

  /** Position of the first snapshot. */
  public long from() {
    return from;
  }

  /** How many positions a bucket covers. */
  public long width() {
    return width;
  }

  /** In the order of the log; unless {@link #joined}, one for each snapshot. */
  public List<Bucket> buckets() {
    return List.copyOf(buckets);
  }
}
