package io.tidemark.analysis.track;

import io.tidemark.model.Op;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which op names of a run are kept by themselves: the first {@link #LIMIT}; the rest share {@link
 * Op#OTHER}. How many distinct names were turned away is estimated by linear counting (Whang,
 * Vander-Zanden and Taylor, 1990): within a few per cent up to ten thousand, and at most some
 * thirty thousand.
 */
final class Names {

  static final int LIMIT = 200;
  static final int TURNED_AWAY_BITS = 4096;

  /** Of UTF-8: what is kept of a name is kept many times. */
  private static final int MAX_BYTES = 128;

  private static final int HASH_BYTES = 9;

  private final Set<String> admitted = new HashSet<>();
  private BitSet turnedAway = new BitSet();

  /** In the order they are written; {@code null} when one was admitted since. */
  private @Nullable List<String> sorted;

  /** The name that figures of {@code name} are kept under. */
  String admit(String name) {
    if (name.startsWith("(") || admitted.contains(name)) {
      return name;
    }
    if (admitted.size() < LIMIT) {
      admitted.add(name);
      sorted = null;
      return name;
    }
    turnedAway.set(mixed(name.hashCode()) & (TURNED_AWAY_BITS - 1));
    return Op.OTHER;
  }

  /** Names that differ in a number alone differ in the low bits alone. */
  private static int mixed(int hash) {
    int mixed = (hash ^ (hash >>> 16)) * 0x85ebca6b;
    mixed = (mixed ^ (mixed >>> 13)) * 0xc2b2ae35;
    return mixed ^ (mixed >>> 16);
  }

  long overflow() {
    int free = Math.max(1, TURNED_AWAY_BITS - turnedAway.cardinality());
    return Math.round(-TURNED_AWAY_BITS * Math.log((double) free / TURNED_AWAY_BITS));
  }

  /** At most 128 bytes of UTF-8; a longer name is cut and ends in a hash of the whole. */
  static String cut(String name) {
    if (bytesOf(name, name.length()) <= MAX_BYTES) {
      return name;
    }
    int end = Math.min(name.length(), MAX_BYTES - HASH_BYTES);
    while (bytesOf(name, end) > MAX_BYTES - HASH_BYTES
        || Character.isHighSurrogate(name.charAt(end - 1))) {
      end--;
    }
    return name.substring(0, end) + "~" + String.format(Locale.ROOT, "%08x", name.hashCode());
  }

  /** Of its first characters in UTF-8; half of a pair counts as a whole of three. */
  private static int bytesOf(String name, int chars) {
    int bytes = 0;
    for (int i = 0; i < chars && bytes <= MAX_BYTES; i++) {
      char c = name.charAt(i);
      bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : Character.isSurrogate(c) ? 2 : 3;
    }
    return bytes;
  }

  void write(PartWriter out) {
    List<String> names = sorted;
    if (names == null) {
      names = admitted.stream().sorted().toList();
      sorted = names;
    }
    out.number(names.size());
    names.forEach(out::text);
    long[] words = turnedAway.toLongArray();
    out.number(words.length);
    for (long word : words) {
      out.number(word);
    }
  }

  static Names read(PartReader in) {
    Names names = new Names();
    for (int left = in.count(); left > 0; left--) {
      names.admitted.add(in.word());
    }
    long[] words = new long[in.count()];
    for (int i = 0; i < words.length; i++) {
      words[i] = in.number();
    }
    names.turnedAway = BitSet.valueOf(words);
    return names;
  }
}
