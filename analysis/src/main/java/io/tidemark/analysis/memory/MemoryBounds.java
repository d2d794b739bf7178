package io.tidemark.analysis.memory;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Plausibility checks for the figures of every memory, whatever system states them: at least one
 * bank; no figure above {@link #MAX_BYTES}; used, free and largest free block within the capacity;
 * used plus free equal to the capacity; the largest free block within the free bytes.
 *
 * @param banks number of banks; all bytes are of one bank
 * @param capacity allocatable bytes; {@link #UNKNOWN} is allowed, as for every figure
 * @param rounding largest error in bytes from the rounding of the record
 * @param alignment bytes by which used plus free may exceed the capacity: the allocator counts used
 *     blocks as aligned, but computes free bytes from the requested sizes
 */
public record MemoryBounds(
    long banks,
    long capacity,
    long used,
    long free,
    long largestFree,
    long rounding,
    long alignment) {

  /** Value of a figure that the record does not state. */
  public static final long UNKNOWN = -1;

  /** Ten terabytes: larger than any memory, and a sum over thousands of them still fits a long. */
  public static final long MAX_BYTES = 10_000_000_000_000L;

  /** The figures of a memory. */
  public enum Figure {
    BANKS,
    CAPACITY,
    USED,
    FREE,
    LARGEST_FREE;

    private final String text = name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /**
   * An impossible figure.
   *
   * @param reason value found and range allowed
   */
  public record Breach(Figure figure, String reason) {}

  /** Creates bounds without alignment. */
  public static MemoryBounds of(
      long banks, long capacity, long used, long free, long largestFree, long rounding) {
    return new MemoryBounds(banks, capacity, used, free, largestFree, rounding, 0);
  }

  /** Creates bounds of a use over all banks. */
  static MemoryBounds ofUse(long bytes) {
    return of(1, UNKNOWN, bytes, UNKNOWN, UNKNOWN, 0);
  }

  /** Returns the first impossible figure; {@code null} if all are possible. */
  public @Nullable Breach breach() {
    if (banks < 1) {
      return new Breach(
          Figure.BANKS, "memory: banks is %d, allowed is at least 1".formatted(banks));
    }
    Breach breach = within(Figure.CAPACITY, capacity, MAX_BYTES / banks, "B a bank");
    long most = capacity == UNKNOWN ? MAX_BYTES / banks : capacity + rounding;
    breach = breach == null ? within(Figure.USED, used, most, "B, its capacity") : breach;
    breach = breach == null ? within(Figure.FREE, free, most, "B, its capacity") : breach;
    breach = breach == null ? sum() : breach;
    long block = free == UNKNOWN ? most : free + rounding;
    return breach == null ? within(Figure.LARGEST_FREE, largestFree, block, "B free") : breach;
  }

  private static @Nullable Breach within(Figure figure, long found, long most, String what) {
    return found == UNKNOWN || (found >= 0 && found <= most)
        ? null
        : new Breach(
            figure,
            "memory: %s is %d B, allowed are 0 to %d %s".formatted(figure.text, found, most, what));
  }

  private @Nullable Breach sum() {
    boolean known = capacity != UNKNOWN && used != UNKNOWN && free != UNKNOWN;
    long least = capacity - rounding;
    long most = capacity + rounding + alignment;
    if (!known || (used + free >= least && used + free <= most)) {
      return null;
    }
    return new Breach(
        Figure.FREE,
        "memory: used and free are %d B together, allowed are %d to %d B, its capacity is %d B"
            .formatted(used + free, least, most, capacity));
  }
}
