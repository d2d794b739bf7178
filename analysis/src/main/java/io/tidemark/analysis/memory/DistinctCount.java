package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import java.util.BitSet;

/**
 * Number of distinct names, estimated by linear counting (Whang, Vander-Zanden and Taylor, 1990).
 * The error is a few per cent up to ten thousand names; the maximum is about thirty thousand.
 */
final class DistinctCount {

  static final int BITS = 4096;

  private BitSet seen = new BitSet();

  void add(String name) {
    seen.set(mixed(name.hashCode()) & (BITS - 1));
  }

  /** Mixes the bits of a hash: names that differ only in a number differ only in the low bits. */
  private static int mixed(int hash) {
    int mixed = (hash ^ (hash >>> 16)) * 0x85ebca6b;
    mixed = (mixed ^ (mixed >>> 13)) * 0xc2b2ae35;
    return mixed ^ (mixed >>> 16);
  }

  long estimate() {
    int free = Math.max(1, BITS - seen.cardinality());
    return Math.round(-BITS * Math.log((double) free / BITS));
  }

  void write(PartWriter out) {
    long[] words = seen.toLongArray();
    out.number(words.length);
    for (long word : words) {
      out.number(word);
    }
  }

  void read(PartReader in) {
    long[] words = new long[in.count()];
    for (int i = 0; i < words.length; i++) {
      words[i] = in.number();
    }
    seen = BitSet.valueOf(words);
  }
}
