package io.tidemark.model;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** Immutable longs, some of them unknown, at eight bytes each. */
public final class KnownLongs extends AbstractList<@Nullable Long> implements RandomAccess {

  /** An unknown value. No count of bytes or snapshots has this value. */
  public static final long UNKNOWN = Long.MIN_VALUE;

  private final long[] values;

  private KnownLongs(long[] values) {
    this.values = values;
  }

  /** Takes the first {@code size} values; {@code null} if none of them is known. */
  public static @Nullable List<@Nullable Long> of(long[] values, int size) {
    for (int i = 0; i < size; i++) {
      if (values[i] != UNKNOWN) {
        return new KnownLongs(Arrays.copyOf(values, size));
      }
    }
    return null;
  }

  /** Returns {@code null} if no value is known. */
  public static @Nullable List<@Nullable Long> copyOf(@Nullable List<@Nullable Long> values) {
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
