package io.tidemark.analysis.line;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first of several texts in one pass that reads about four bytes in eight. Wherever the
 * shortest text begins, it contains one of the grams that are read. Nearly every gram belongs to no
 * text, and costs one lookup in a bit table that stays in the cache.
 */
public final class Needles {

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int GRAM = Integer.BYTES;

  /** The stride of the shortest needle that a format may have. */
  private static final int USUAL_STRIDE = LineFormat.LEAST_NEEDLE - GRAM + 1;

  /** Shortest begin of a text that a line's end may cut: shorter ones end many lines. */
  private static final int LEAST_BEGIN = 9;

  private static final int HASH_BITS = 16;

  /** Enough bits that few places share a slot. */
  private static final int SLOT_BITS = 12;

  /** Spreads neighbouring values over all hashes (Knuth's multiplicative hashing). */
  private static final int GOLDEN_RATIO = 0x9E3779B1;

  /**
   * A gram of a needle.
   *
   * @param offset offset of the gram in the needle
   */
  private record Place(int gram, int needle, int offset) {

    int slot() {
      return slotOf(gram);
    }
  }

  private final byte[][] needles;

  /** Distance between the grams that are read. */
  private final int stride;

  /** Bit set by hash: whether some needle has such a gram in its first {@link #stride} places. */
  private final long[] known = new long[(1 << HASH_BITS) / Long.SIZE];

  private @Nullable Begins begins;

  /** These places, sorted by slot, then by needle. */
  private final Place[] places;

  /** By slot: index of its first place; its last is before the first of the next slot. */
  private final short[] slots = new short[(1 << SLOT_BITS) + 1];

  public Needles(List<String> texts) {
    needles =
        texts.stream().map(text -> text.getBytes(StandardCharsets.US_ASCII)).toArray(byte[][]::new);
    stride =
        texts.stream().mapToInt(String::length).min().orElse(LineFormat.LEAST_NEEDLE) - GRAM + 1;
    if (stride < 1) {
      throw new IllegalArgumentException("texts too short: " + texts);
    }
    List<Place> all = new ArrayList<>();
    for (int i = 0; i < needles.length; i++) {
      for (int offset = 0; offset < stride; offset++) {
        int gram = (int) INTS.get(needles[i], offset);
        all.add(new Place(gram, i, offset));
        known[hash(gram) >>> 6] |= 1L << hash(gram);
      }
    }
    all.sort(Comparator.comparingInt(Place::slot).thenComparingInt(Place::needle));
    places = all.toArray(Place[]::new);
    for (Place place : places) {
      slots[place.slot() + 1]++;
    }
    for (int slot = 1; slot < slots.length; slot++) {
      slots[slot] += slots[slot - 1];
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
      int begin = begin((int) INTS.get(bytes, at), bytes, from, at, to);
      if (begin >= 0) {
        return begin;
      }
    }
    return -1;
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

  /** Returns the first start of all needles with the gram at {@code at}, or −1. */
  private int begin(int gram, byte[] bytes, int from, int at, int to) {
    int first = -1;
    int slot = slotOf(gram);
    for (int i = slots[slot]; i < slots[slot + 1]; i++) {
      Place place = places[i];
      int begin = at - place.offset;
      if (place.gram == gram
          && begin >= from
          && (first < 0 || begin < first)
          && Bytes.startsWith(bytes, begin, to, needles[place.needle])) {
        first = begin;
      }
    }
    return first;
  }

  /** Returns the index of the first needle that stands completely at {@code at}, or −1. */
  public int which(byte[] bytes, int at, int to) {
    if (to - at < GRAM) {
      return -1;
    }
    int gram = (int) INTS.get(bytes, at);
    int slot = slotOf(gram);
    for (int i = slots[slot]; i < slots[slot + 1]; i++) {
      Place place = places[i];
      if (place.gram == gram
          && place.offset == 0
          && Bytes.startsWith(bytes, at, to, needles[place.needle])) {
        return place.needle;
      }
    }
    return -1;
  }

  /**
   * Returns the position of the longest begin of a needle, up to a blank, that ends a text, or −1.
   */
  int begun(byte[] bytes, int from, int to) {
    if (to - from < LEAST_BEGIN) {
      return -1;
    }
    int gram = (int) INTS.get(bytes, to - GRAM);
    Begins known = begins();
    List<byte[]> same = mayBeKnown(known.bits, gram) ? known.byLast.get(gram) : null;
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
   * @param bits bit set by hash: whether some begin ends with such a gram
   * @param byLast the begins by the gram that they end with
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Begins(long[] bits, Map<Integer, List<byte[]>> byLast) {}

  /** Made when a line first asks. */
  private Begins begins() {
    Begins made = begins;
    if (made == null) {
      made = new Begins(new long[known.length], new HashMap<>());
      for (byte[] needle : needles) {
        for (int length = LEAST_BEGIN; length < needle.length; length++) {
          if (needle[length] != ' ') {
            continue;
          }
          int gram = (int) INTS.get(needle, length - GRAM);
          made.bits[hash(gram) >>> 6] |= 1L << hash(gram);
          made.byLast
              .computeIfAbsent(gram, g -> new ArrayList<>())
              .add(Arrays.copyOf(needle, length));
        }
      }
      begins = made;
    }
    return made;
  }

  private static boolean mayBeKnown(long[] bits, int gram) {
    int hash = hash(gram);
    return (bits[hash >>> 6] & (1L << hash)) != 0;
  }

  private static int slotOf(int gram) {
    return hash(gram) >>> (HASH_BITS - SLOT_BITS);
  }

  private static int hash(int gram) {
    return (gram * GOLDEN_RATIO) >>> (Integer.SIZE - HASH_BITS);
  }
}
