package io.tidemark.sink.snapshot;

import io.tidemark.model.memory.MemoryKey;

/**
 * The snapshots of one memory in {@code [from, until)} along an axis.
 *
 * @param most largest number of single snapshots; more are joined to as many buckets
 */
public record SnapshotRange(MemoryKey memory, Axis axis, long from, long until, int most) {

  public static final int MOST = 5_000;

  public enum Axis {
    /** Numbers of snapshots, from 0. */
    NUMBER,
    /** Event time in epoch milliseconds. */
    TIME;

    public long position(SnapshotPoint point) {
      return this == NUMBER ? point.n() : point.timeMillis();
    }
  }

  public SnapshotRange {
    if (from < 0 || most < 1) {
      throw new IllegalArgumentException("from %d, most %d: want 0.., 1..".formatted(from, most));
    }
  }
}
