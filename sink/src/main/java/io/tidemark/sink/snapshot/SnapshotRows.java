package io.tidemark.sink.snapshot;

import io.tidemark.sink.snapshot.SnapshotRange.Axis;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Snapshots in the order of the log: single ones, or buckets beyond the limit. When one more bucket
 * would exceed the limit, the width of all doubles, so memory stays bounded.
 */
public final class SnapshotRows {

  /**
   * One or several neighbouring snapshots.
   *
   * @param at index of the bucket from the first position on, in widths
   * @param highest the first snapshot with the highest use
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

  /** Marks the range as incomplete, with a reason; a repeated request returns more. */
  public void partial(String why) {
    partial = why;
    goesOn = true;
  }

  /** Marks the range as permanently incomplete, with a reason. */
  public void lost(String why) {
    partial = partial == null ? why : partial;
  }

  public boolean goesOn() {
    return goesOn;
  }

  public Optional<String> partial() {
    return Optional.ofNullable(partial);
  }

  /** Records that the range extends beyond the written snapshots; {@code next} is their number. */
  public void end(long next) {
    end = next;
  }

  /** The number of written snapshots, if the range extends beyond them. */
  public Optional<Long> end() {
    return Optional.ofNullable(end);
  }

  /**
   * Marks the range as incomplete, because only this many of the memory's snapshots are written
   * yet.
   */
  public void behind(long writtenByNow) {
    written = writtenByNow;
    partial("snapshots from %d on are being written".formatted(writtenByNow));
  }

  /** The number of snapshots written so far, if more will follow. */
  public Optional<Long> written() {
    return Optional.ofNullable(written);
  }

  /** Whether the limit was exceeded, so that a bucket may hold several snapshots. */
  public boolean joined() {
    return joined;
  }

  public ProgramMarks marks() {
    return marks;
  }

  public long inAll() {
    return inAll;
  }

  public long from() {
    return from;
  }

  /** The number of positions that a bucket covers. */
  public long width() {
    return width;
  }

  /** The buckets in the order of the log; one per snapshot, unless {@link #joined}. */
  public List<Bucket> buckets() {
    return List.copyOf(buckets);
  }
}
