package io.tidemark.analysis.memory;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What holds of the figures of every memory, whichever program states them: at least one bank; no
 * figure beyond {@link #MAX_BYTES}; used, free and the largest free block within the capacity; used
 * and free together the capacity; the largest free block within the free bytes.
 *
 * @param banks how many banks the memory has; the bytes are of one of them
 * @param capacity allocatable bytes; {@link #UNKNOWN} as each of the figures may be
 * @param rounding by how many bytes the record's own rounding may put figures out
 * @param alignment by how many bytes used and free together may exceed the capacity, since the
 *     allocator counts used blocks as aligned and free bytes as what is left of those asked for
 */
public record MemoryBounds(
    long banks,
    long capacity,
    long used,
    long free,
    long largestFree,
    long rounding,
    long alignment) {

  /** Stands for a figure that the record does not state. */
  public static final long UNKNOWN = -1;

  /** Ten terabytes: no memory is larger, and what thousands of them add up to still fits a long. */
  public static final long MAX_BYTES = 10_000_000_000_000L;

  /** A figure of a memory. */
  public enum Figure {
    BANKS,
    CAPACITY,
    USED,
    FREE,
    LARGEST_FREE;

    private final String text = name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /**
   * A figure that cannot be.
   *
   * @param reason what was found, and what is allowed
   */
  public record Breach(Figure figure, String reason) {}

  /** Figures that no allocator aligned, each out by the rounding at most. */
  public static MemoryBounds of(
      long banks, long capacity, long used, long free, long largestFree, long rounding) {
    return new MemoryBounds(banks, capacity, used, free, largestFree, rounding, 0);
  }

  /** The first figure that cannot be; {@code null} when all can. */
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
