package io.tidemark.model;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The use of one memory over a whole run, least and most of each bucket: the value of {@code
 * tidemark.timelines}. However long the run, there are at most {@link #MAX_BUCKETS} buckets; when
 * they are full, two become one. No peak is lost by it.
 *
 * @param bySnapshot positions are snapshots, counted from 0
 * @param byTime positions are event time, in epoch milliseconds; it hangs on when the log was read,
 *     so it is no part of the canonical state
 * @param offset byte offset of the newest snapshot in it; of two records the higher one is newer
 */
public record MemoryTimeline(Axis bySnapshot, Axis byTime, long offset) {

  public MemoryTimeline {
    Objects.requireNonNull(bySnapshot, "bySnapshot");
    Objects.requireNonNull(byTime, "byTime");
  }

  public static final int MAX_BUCKETS = 256;

  /**
   * Buckets along one axis. Bucket {@code i} holds what lies in {@code [from + at[i] × width, from
   * + (at[i] + 1) × width)}; a bucket without a snapshot is left out.
   *
   * @param leastBytes of {@code at[i]}, in the same order; {@code mostBytes} alike
   * @param highs what is known of each {@code mostBytes[i]}; {@code null} in records of a release
   *     before, and without buckets
   */
  public record Axis(
      long from,
      long width,
      List<Integer> at,
      List<Long> leastBytes,
      List<Long> mostBytes,
      @Nullable Highs highs) {
    public Axis {
      at = List.copyOf(at);
      leastBytes = Longs.copyOf(leastBytes);
      mostBytes = Longs.copyOf(mostBytes);
    }
  }

  /**
   * The first snapshot of the highest use of each bucket, a column for each fact. A figure is
   * {@code null} where it is unknown; a column without any figure is {@code null}.
   *
   * @param snapshots numbers among the snapshots of the memory, from 0
   * @param opNames each op once
   * @param ops the op that raised use: its place in {@code opNames}, from 1; 0 for none
   * @param largestFreeBytes over all banks
   * @param weightBytes of the tensors alive, see {@link LiveTensors}; {@code activationBytes} alike
   */
  public record Highs(
      @Nullable List<@Nullable Long> snapshots,
      List<String> opNames,
      List<Integer> ops,
      @Nullable List<@Nullable Long> largestFreeBytes,
      @Nullable List<@Nullable Long> weightBytes,
      @Nullable List<@Nullable Long> activationBytes) {
    public Highs {
      snapshots = KnownLongs.copyOf(snapshots);
      opNames = List.copyOf(opNames);
      ops = List.copyOf(ops);
      largestFreeBytes = KnownLongs.copyOf(largestFreeBytes);
      weightBytes = KnownLongs.copyOf(weightBytes);
      activationBytes = KnownLongs.copyOf(activationBytes);
    }
  }
}
