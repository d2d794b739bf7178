package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.Stored;
import java.util.Arrays;

/**
 * Number of distinct names, estimated by linear counting (Whang, Vander-Zanden and Taylor, 1990).
 * The error is a few per cent up to ten thousand names; the maximum is about thirty thousand.
 */
@Stored
final class DistinctCount {

  static final int BITS = 4096;

  /** The seen hashes as bits; short while only low ones were seen. */
  private long[] seen = new long[0];

  void add(String name) {
    int bit = mixed(name.hashCode()) & (BITS - 1);
    if (bit / Long.SIZE >= seen.length) {
      seen = Arrays.copyOf(seen, bit / Long.SIZE + 1);
    }
    seen[bit / Long.SIZE] |= 1L << bit;
  }

  /** Mixes the bits of a hash: names that differ only in a number differ only in the low bits. */
  private static int mixed(int hash) {
    int mixed = (hash ^ (hash >>> 16)) * 0x85ebca6b;
    mixed = (mixed ^ (mixed >>> 13)) * 0xc2b2ae35;
    return mixed ^ (mixed >>> 16);
  }

  long estimate() {
    int free = Math.max(1, BITS - Arrays.stream(seen).mapToInt(Long::bitCount).sum());
    return Math.round(-BITS * Math.log((double) free / BITS));
  }
}
