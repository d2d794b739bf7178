package io.tidemark.sink.snapshot;

import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import org.jspecify.annotations.Nullable;

/**
 * One memory at one snapshot.
 *
 * @param n number of the snapshot among those of its memory, from 0
 * @param largestFreeBytes {@code null} if the log does not state the layout of the free bytes
 * @param op the op that begins after the snapshot; {@code null} if the log names none
 * @param location of that op in the model's source, if the log states it
 */
public record SnapshotPoint(
    long n,
    long timeMillis,
    long usedBytes,
    @Nullable Long largestFreeBytes,
    @Nullable String op,
    @Nullable String location) {

  private static final int MOST_CHARS = 200;

  /** The point of one memory of a snapshot; long texts are cut. */
  public static SnapshotPoint of(long n, MemoryEvent.Snapshot snapshot, MemoryView view) {
    Op before = snapshot.before();
    return new SnapshotPoint(
        n,
        snapshot.timeMillis(),
        view.usedBytes(),
        view.largestFreeBytes(),
        before == null ? null : cut(before.name()),
        before == null || before.location() == null ? null : cut(before.location()));
  }

  static String cut(String text) {
    return text.length() <= MOST_CHARS ? text : text.substring(0, MOST_CHARS) + "…";
  }
}
