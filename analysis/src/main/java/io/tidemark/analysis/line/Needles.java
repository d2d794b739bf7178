package io.tidemark.analysis.line;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first of several texts in one pass that reads about four bytes in eight. Wherever a
 * text begins, it contains one of the grams that are read. Most grams belong to no text, and cost
 * one lookup in a bit table that stays in the cache. Grams of words such as {@code memory} stand in
 * many texts and lines, so the eight bytes around a gram decide which texts are compared.
 */
public final class Needles {

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int GRAM = Integer.BYTES;

  /** The stride of the shortest needle that a format may have. */
  private static final int USUAL_STRIDE = LineFormat.LEAST_NEEDLE - GRAM + 1;

  /** Most bytes around a gram that are looked up. */
  private static final int MOST_OF_WINDOW = Long.BYTES;

  /** Shortest begin of a text that a line's end may cut: shorter ones end many lines. */
  private static final int LEAST_BEGIN = 9;

  private static final int HASH_BITS = 17;

  /** Enough bits that few places share a slot. */
  private static final int SLOT_BITS = 12;

  /** Spreads neighbouring values over all hashes (Knuth's multiplicative hashing). */
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private final byte[][] needles;

  /** Distance between the grams that are read: the shortest text that is looked for has no more. */
  private final int stride;

  /** Bit set by hash: whether some needle has such a gram in its first {@link #stride} places. */
  private final long[] known = new long[(1 << HASH_BITS) / Long.SIZE];

  /** Bytes of a window, no more than the shortest needle has, and the bits of as many. */
  private final int width;

  private final long mask;

  /** The windows of a needle that are looked up: those within its first bytes. */
  private final int perNeedle;

  private final long[] knownWindows = new long[(1 << HASH_BITS) / Long.SIZE];

  private @Nullable Begins begins;

  /** By slot: where its places begin; the last one is before the first of the next slot. */
  private final int[] slots = new int[(1 << SLOT_BITS) + 1];

  /** The windows of these places, by slot, then by needle. */
  private final long[] windows;

  /** By place: its needle, and in the low half the offset of the window in it. */
  private final int[] places;

  /**
   * @throws IllegalArgumentException if a text is shorter than a gram
   */
  public Needles(List<String> texts) {
    needles =
        texts.stream().map(text -> text.getBytes(StandardCharsets.US_ASCII)).toArray(byte[][]::new);
    int shortest =
        texts.stream().mapToInt(String::length).reduce(LineFormat.LEAST_NEEDLE, Math::min);
    if (shortest < GRAM) {
      throw new IllegalArgumentException("texts too short: " + texts);
    }
    stride = shortest - GRAM + 1;
    width = Math.min(MOST_OF_WINDOW, shortest);
    mask = -1L >>> ((MOST_OF_WINDOW - width) * Byte.SIZE);
    perNeedle = shortest - width + 1;
    for (byte[] needle : needles) {
      for (int offset = 0; offset < stride; offset++) {
        int hash = hash((int) INTS.get(needle, offset));
        known[hash >>> 6] |= 1L << hash;
      }
      for (int offset = 0; offset < perNeedle; offset++) {
        long window = window(needle, offset);
        slots[slotOf(window) + 1]++;
        int bit = bitOf(window);
        knownWindows[bit >>> 6] |= 1L << bit;
      }
    }
    for (int slot = 1; slot < slots.length; slot++) {
      slots[slot] += slots[slot - 1];
    }
    windows = new long[needles.length * perNeedle];
    places = new int[windows.length];
    int[] next = slots.clone();
    for (int needle = 0; needle < needles.length; needle++) {
      for (int offset = 0; offset < perNeedle; offset++) {
        long window = window(needles[needle], offset);
        int place = next[slotOf(window)]++;
        windows[place] = window;
        places[place] = needle << Short.SIZE | offset;
      }
    }
  }

  /**
   * Returns for each needle those that have it, or one that begins like it: {@link #which}
   * recognises only the first of such needles.
   */
  public static <T> List<List<T>> owners(
      List<String> needles, List<T> all, Function<T, String> needleOf) {
    // Such needles have their first bytes in common.
    Map<String, List<T>> alike =
        all.stream().collect(Collectors.groupingBy(one -> begin(needleOf.apply(one))));
    return needles.stream()
        .map(
            text ->
                alike.getOrDefault(begin(text), List.of()).stream()
                    .filter(
                        one ->
                            needleOf.apply(one).startsWith(text)
                                || text.startsWith(needleOf.apply(one)))
                    .toList())
        .toList();
  }

  private static String begin(String needle) {
    return needle.substring(0, LineFormat.LEAST_NEEDLE);
  }

  /** Returns the position of the first needle in {@code bytes[from, to)}, or −1. */
  public int find(byte[] bytes, int from, int to) {
    int last = to - GRAM;
    for (int at = known(bytes, from, last); at <= last; at = known(bytes, at + stride, last)) {
      int begin = around(bytes, from, at, to);
      if (begin >= 0) {
        return begin;
      }
    }
    return -1;
  }

  /** Returns the first start of all needles that the gram at {@code at} may belong to, or −1. */
  private int around(byte[] bytes, int from, int at, int to) {
    int most = to - width;
    int first = -1;
    // Each of these windows belongs to begins of its own, in the order of the text.
    for (int window = at - width + GRAM; first < 0 && window < at; window += perNeedle) {
      first = window >= from && window <= most ? begin(bytes, from, window, to) : -1;
    }
    return first < 0 && at <= most ? begin(bytes, from, at, to) : first;
  }

  /**
   * Returns the first position from {@code from} on, in steps of the stride, that may hold a known
   * gram.
   */
  private int known(byte[] bytes, int from, int last) {
    long[] bits = known;
    int at = from;
    if (stride == USUAL_STRIDE) {
      // A constant step lets the compiler optimise the loop.
      while (at <= last && !mayBeKnown(bits, (int) INTS.get(bytes, at))) {
        at += USUAL_STRIDE;
      }
      return at;
    }
    while (at <= last && !mayBeKnown(bits, (int) INTS.get(bytes, at))) {
      at += stride;
    }
    return at;
  }

  /** Returns the first start of all needles with the window at {@code at}, or −1. */
  private int begin(byte[] bytes, int from, int at, int to) {
    long window = window(bytes, at);
    int bit = bitOf(window);
    if ((knownWindows[bit >>> 6] & (1L << bit)) == 0) {
      return -1;
    }
    int first = -1;
    int slot = slotOf(window);
    for (int i = slots[slot]; i < slots[slot + 1]; i++) {
      int begin = at - offset(places[i]);
      if (windows[i] == window
          && begin >= from
          && (first < 0 || begin < first)
          && Bytes.startsWith(bytes, begin, to, needles[needle(places[i])])) {
        first = begin;
      }
    }
    return first;
  }

  /** Returns the index of the first needle that stands completely at {@code at}, or −1. */
  public int which(byte[] bytes, int at, int to) {
    if (to - at < width) {
      return -1;
    }
    long window = window(bytes, at);
    int slot = slotOf(window);
    for (int i = slots[slot]; i < slots[slot + 1]; i++) {
      if (windows[i] == window
          && offset(places[i]) == 0
          && Bytes.startsWith(bytes, at, to, needles[needle(places[i])])) {
        return needle(places[i]);
      }
    }
    return -1;
  }

  private long window(byte[] bytes, int at) {
    boolean whole = at <= bytes.length - MOST_OF_WINDOW;
    byte[] from = whole ? bytes : Arrays.copyOfRange(bytes, at, at + MOST_OF_WINDOW);
    return (long) LONGS.get(from, whole ? at : 0) & mask;
  }

  private static int needle(int place) {
    return place >>> Short.SIZE;
  }

  private static int offset(int place) {
    return place & 0xffff;
  }

  /**
   * Returns the position of the longest begin of a needle, up to a blank, that ends a text, or −1.
   */
  int begun(byte[] bytes, int from, int to) {
    if (to - from < LEAST_BEGIN) {
      return -1;
    }
    long last = window(bytes, to - width);
    Begins known = begins();
    List<byte[]> same = known.slots.get(slotOf(last)) ? known.byLast.get(last) : null;
    int first = -1;
    for (byte[] begin : same == null ? List.<byte[]>of() : same) {
      int at = to - begin.length;
      boolean longer = at >= from && (first < 0 || at < first);
      first = longer && Bytes.startsWith(bytes, at, to, begin) ? at : first;
    }
    return first;
  }

  /**
   * The begins of needles that the end of a line may cut.
   *
   * @param slots those of windows that some begin ends with
   * @param byLast the begins by the window that they end with
   */
  private record Begins(BitSet slots, Map<Long, List<byte[]>> byLast) {}

  /** Made when a line first asks. */
  private Begins begins() {
    Begins made = begins;
    if (made == null) {
      made = new Begins(new BitSet(), new HashMap<>());
      for (byte[] needle : needles) {
        for (int length = LEAST_BEGIN; length < needle.length; length++) {
          if (needle[length] != ' ') {
            continue;
          }
          long last = window(needle, length - width);
          made.slots.set(slotOf(last));
          made.byLast
              .computeIfAbsent(last, window -> new ArrayList<>())
              .add(Arrays.copyOf(needle, length));
        }
      }
      begins = made;
    }
    return made;
  }

  private static int bitOf(long window) {
    return (int) ((window * GOLDEN_RATIO) >>> (Long.SIZE - HASH_BITS));
  }

  private static boolean mayBeKnown(long[] bits, int gram) {
    int hash = hash(gram);
    return (bits[hash >>> 6] & (1L << hash)) != 0;
  }

  private static int slotOf(long window) {
    return (int) ((window * GOLDEN_RATIO) >>> (Long.SIZE - SLOT_BITS));
  }

  private static int hash(int gram) {
    return (int) ((gram * GOLDEN_RATIO) >>> (Long.SIZE - HASH_BITS));
  }
}
