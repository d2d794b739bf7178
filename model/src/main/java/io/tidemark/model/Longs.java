package io.tidemark.model;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;

/** Immutable longs at eight bytes each, since a board holds hundreds of thousands of them. */
public final class Longs extends AbstractList<Long> implements RandomAccess {

  private final long[] values;

  private Longs(long[] values) {
    this.values = values;
  }

  /** Takes the first {@code size} values. */
  public static List<Long> of(long[] values, int size) {
    return new Longs(Arrays.copyOf(values, size));
  }

  public static List<Long> copyOf(List<Long> values) {
    return values instanceof Longs
        ? values
        : new Longs(values.stream().mapToLong(Long::longValue).toArray());
  }

  @Override
  public Long get(int index) {
    return values[index];
  }

  @Override
  public int size() {
    return values.length;
  }
}
