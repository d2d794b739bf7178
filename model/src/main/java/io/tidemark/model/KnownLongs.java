package io.tidemark.model;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** Unchanging numbers of which some are unknown, eight bytes each. */
final class KnownLongs extends AbstractList<@Nullable Long> implements RandomAccess {

  /** No count of bytes or snapshots. */
  private static final long UNKNOWN = Long.MIN_VALUE;

  private final long[] values;

  private KnownLongs(long[] values) {
    this.values = values;
  }

  /** {@code null} where no value is known. */
  static @Nullable List<@Nullable Long> copyOf(@Nullable List<@Nullable Long> values) {
    if (values == null || values instanceof KnownLongs) {
      return values;
    }
    long[] copy = new long[values.size()];
    boolean known = false;
    for (int i = 0; i < copy.length; i++) {
      Long value = values.get(i);
      copy[i] = value == null ? UNKNOWN : value;
      known |= value != null;
    }
    return known ? new KnownLongs(copy) : null;
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
