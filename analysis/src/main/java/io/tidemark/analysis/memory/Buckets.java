package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.Stored;
import io.tidemark.model.Longs;
import io.tidemark.model.memory.MemoryTimeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Minimum and maximum use in buckets along an axis of rising positions, with details of each
 * maximum. A position beyond the last bucket doubles the bucket width until it fits, which bounds
 * the size for any run. Buckets are stored in pages, and a slice rewrites only the pages that it
 * changed.
 */
@Stored
final class Buckets {
  static final int PAGE = 32;
  static final int PAGES = MemoryTimeline.MAX_BUCKETS / PAGE;

  private long from;
  private long width = 1;
  private transient int size;
  private transient long[] least = new long[PAGE];
  private transient long[] most = new long[PAGE];
  private transient @Nullable High[] highs = new High[PAGE];
  private final transient BitSet held = new BitSet();
  private final transient BitSet unstored = new BitSet(PAGES);

  /**
   * Records a value. Its position is mostly not before the last one. A position before the first
   * bucket restarts the axis there: it comes with the first time that the log states.
   *
   * @return whether the value is the maximum of its bucket, so that the caller must call {@link
   *     #high}
   */
  boolean record(long position, long value) {
    if (size > 0 && position < from) {
      beginAt(position);
    }
    if (size == 0) {
      from = position;
    }
    while ((position - from) >> shift() >= MemoryTimeline.MAX_BUCKETS) {
      halve();
    }
    int at = (int) ((position - from) >> shift());
    boolean known = at < size && held.get(at);
    if (known && value >= least[at] && value <= most[at]) {
      // The common case in a long run: the bucket does not change.
      return false;
    }
    boolean highest = !known || value > most[at];
    put(at, value, value, null);
    unstored.set(at / PAGE);
    return highest;
  }

  /** Sets the details of the maximum in the bucket at a position. */
  void high(long position, High high) {
    highs[(int) ((position - from) >> shift())] = high;
  }

  /** Whether the high of the bucket at a position is of this snapshot. */
  boolean isHigh(long position, long snapshot) {
    int at = (int) ((position - from) >> shift());
    High high = at >= 0 && at < size ? highs[at] : null;
    return high != null && high.snapshot() == snapshot;
  }

  /** Replaces the high of the bucket at a position. */
  void amend(long position, High next) {
    int at = (int) ((position - from) >> shift());
    highs[at] = next;
    unstored.set(at / PAGE);
  }

  /** The width is a power of two, since a division would take as long as all the rest. */
  private int shift() {
    return Long.numberOfTrailingZeros(width);
  }

  private void put(int at, long low, long top, @Nullable High high) {
    if (at >= least.length) {
      int room = Math.min(MemoryTimeline.MAX_BUCKETS, Math.max(at + 1, 2 * least.length));
      least = Arrays.copyOf(least, room);
      most = Arrays.copyOf(most, room);
      highs = Arrays.copyOf(highs, room);
    }
    boolean first = !held.get(at);
    least[at] = first ? low : Math.min(least[at], low);
    if (first || top > most[at]) {
      most[at] = top;
      highs[at] = high;
    }
    held.set(at);
    size = Math.max(size, at + 1);
  }

  /** Restarts the axis at a position, with all values merged into the first bucket. */
  private void beginAt(long position) {
    long low = held.stream().mapToLong(at -> least[at]).min().orElse(Long.MAX_VALUE);
    int highest = held.nextSetBit(0);
    for (int at = highest; at >= 0; at = held.nextSetBit(at + 1)) {
      highest = most[at] > most[highest] ? at : highest;
    }
    long top = most[highest];
    High high = highs[highest];
    held.clear();
    size = 0;
    width = 1;
    from = position;
    put(0, low, top, high);
    unstored.set(0, PAGES);
  }

  private void halve() {
    width *= 2;
    BitSet before = (BitSet) held.clone();
    int last = size;
    held.clear();
    size = 0;
    for (int at = before.nextSetBit(0); at >= 0 && at < last; at = before.nextSetBit(at + 1)) {
      put(at / 2, least[at], most[at], highs[at]);
    }
    unstored.set(0, PAGES);
  }

  /** Start position of the last bucket, the only one that may still change. */
  long open() {
    return from + Math.max(0, size - 1) * width;
  }

  /**
   * Returns every bucket that ends at or before {@code end}.
   *
   * @param firstBytes use at the first snapshot of the memory
   */
  MemoryTimeline.Axis until(long end, long firstBytes) {
    List<Integer> at = new ArrayList<>(size);
    long[] low = new long[size];
    long[] top = new long[size];
    @Nullable High[] of = new High[size];
    for (int i = held.nextSetBit(0); i >= 0 && from + (i + 1) * width <= end; ) {
      low[at.size()] = least[i];
      top[at.size()] = most[i];
      of[at.size()] = highs[i];
      at.add(i);
      i = held.nextSetBit(i + 1);
    }
    int count = at.size();
    return new MemoryTimeline.Axis(
        from,
        width,
        at,
        Longs.of(low, count),
        Longs.of(top, count),
        High.columns(of, top, count, firstBytes));
  }

  long width() {
    return width;
  }

  /** Passes the pages that changed since the last call. */
  void store(ObjIntConsumer<byte[]> page) {
    for (int number = unstored.nextSetBit(0); number >= 0; ) {
      page.accept(pageBytes(number), number);
      number = unstored.nextSetBit(number + 1);
    }
    unstored.clear();
  }

  private byte[] pageBytes(int number) {
    int from = number * PAGE;
    int[] at = held.get(from, from + PAGE).stream().map(i -> from + i).toArray();
    return BucketPage.of(at, least, most, highs).toBytes();
  }

  /** Restores a page written by {@link #store}. */
  void restore(int number, byte[] bytes) {
    BucketPage.read(bytes).each((i, low, top, high) -> put(number * PAGE + i, low, top, high));
  }
}
