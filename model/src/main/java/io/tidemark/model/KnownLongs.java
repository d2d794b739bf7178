package io.tidemark.model;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** Unchanging numbers of which some are unknown, eight bytes each. */
public final class KnownLongs extends AbstractList<@Nullable Long> implements RandomAccess {

  /** Stands for a value that is unknown: no count of bytes or snapshots. */
  public static final long UNKNOWN = Long.MIN_VALUE;

  private final long[] values;

  private KnownLongs(long[] values) {
    this.values = values;
  }

  /** The first {@code size} of the values; {@code null} where none of them is known. */
  public static @Nullable List<@Nullable Long> of(long[] values, int size) {
    for (int i = 0; i < size; i++) {
      if (values[i] != UNKNOWN) {
        return new KnownLongs(Arrays.copyOf(values, size));
      }
    }
    return null;
  }

  /** {@code null} where no value is known. */
  static @Nullable List<@Nullable Long> copyOf(@Nullable List<@Nullable Long> values) {
    if (values == null || values instanceof KnownLongs) {
      return values;
    }
    long[] copy = new long[values.size()];
    for (int i = 0; i < copy.length; i++) {
      Long value = values.get(i);
      copy[i] = value == null ? UNKNOWN : value;
    }
    return of(copy, copy.length);
  }

  @Override
  public @Nullable Long get(int index) {
    return values[index] == UNKNOWN ? null : values[index];
  }

  @Override
  public int size() {
    return values.length;
  }
}
