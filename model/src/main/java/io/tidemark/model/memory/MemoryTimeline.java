package io.tidemark.model.memory;

import io.tidemark.model.KnownLongs;
import io.tidemark.model.Longs;
import io.tidemark.model.event.Op;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Minimum and maximum use of one memory over a whole run, in buckets: the value of {@code
 * tidemark.timelines}. There are at most {@link #MAX_BUCKETS} buckets for a run of any length. When
 * they are full, neighbouring buckets are merged, which keeps all peaks.
 *
 * @param bySnapshot positions are snapshots, counted from 0
 * @param byTime positions are event times in epoch milliseconds. They depend on when the log was
 *     read, so they are not part of the canonical state.
 * @param offset byte offset of its newest snapshot; of two records the higher one is newer
 */
public record MemoryTimeline(Axis bySnapshot, Axis byTime, long offset) {

  public static final int MAX_BUCKETS = 256;

  /**
   * Buckets along one axis. Bucket {@code i} covers {@code [from + at[i] × width, from + (at[i] +
   * 1) × width)}. Buckets without a snapshot are left out.
   *
   * @param leastBytes minimum use in bucket {@code at[i]}, in the same order; {@code mostBytes} is
   *     the maximum
   * @param highs details of each {@code mostBytes[i]}; {@code null} in records of an earlier
   *     release, and without buckets
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
   * The first snapshot with the highest use of each bucket, as columns. An unknown figure is {@code
   * null}; a column without any figure is {@code null}.
   *
   * @param snapshots numbers among the snapshots of the memory, from 0
   * @param opNames the names of the ops, each once
   * @param ops the op that raised use: its index in {@code opNames}, from 1; 0 for none
   * @param largestFreeBytes largest free block, over all banks
   * @param submissions number of the submission of each high, from 1; unknown before the first
   * @param bands the holders of the memory; {@code null} if the log does not name the makers of
   *     freed buffers
   */
  public record Highs(
      @Nullable List<@Nullable Long> snapshots,
      List<String> opNames,
      List<Integer> ops,
      @Nullable List<@Nullable Long> largestFreeBytes,
      @Nullable List<@Nullable Long> submissions,
      @Nullable List<Band> bands) {
    public Highs {
      snapshots = KnownLongs.copyOf(snapshots);
      opNames = List.copyOf(opNames);
      ops = List.copyOf(ops);
      largestFreeBytes = KnownLongs.copyOf(largestFreeBytes);
      submissions = KnownLongs.copyOf(submissions);
      bands = bands == null ? null : List.copyOf(bands);
    }
  }

  /**
   * A holder of the memory, and its bytes at each high. All bands of an axis add up to {@code
   * mostBytes}.
   *
   * @param op the op that made the bytes, or a name in brackets for bytes that no op made; {@link
   *     Op#OTHER} for all smaller holders
   * @param module of the op, with {@code *} for the number of one of several; {@code null} if the
   *     log states none
   * @param place source line of the op; {@code null} if the log states none
   * @param bytesPerSubmission slope from the second submission on; {@code null} if there are too
   *     few
   */
  public record Band(
      String op,
      @Nullable String module,
      @Nullable String place,
      @Nullable Long bytesPerSubmission,
      List<Long> bytes) {
    public Band {
      bytes = Longs.copyOf(bytes);
    }
  }
}
