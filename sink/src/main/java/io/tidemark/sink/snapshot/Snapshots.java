package io.tidemark.sink.snapshot;

/** A source of single snapshots. */
@FunctionalInterface
public interface Snapshots {

  /** A source without any. */
  Snapshots NONE = range -> new SnapshotRows(range.axis(), range.most());

  /** Reads a range; takes bounded time and memory. Called by one thread at a time. */
  SnapshotRows read(SnapshotRange range);
}
