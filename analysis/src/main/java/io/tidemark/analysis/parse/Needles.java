package io.tidemark.analysis.parse;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Finds the first of several texts in one pass that looks at every tenth byte or so (Wu and Manber,
 * 1994): two bytes tell how far the next needle must be, so a foreign line is mostly stepped over.
 */
final class Needles {

  private static final int BLOCKS = 1 << 12;

  private final byte[][] needles;
  private final int window;

  /** By block: how far a window whose last two bytes these are may be moved on. */
  private final byte[] steps = new byte[BLOCKS];

  Needles(List<String> texts) {
    needles =
        texts.stream().map(text -> text.getBytes(StandardCharsets.US_ASCII)).toArray(byte[][]::new);
    window = texts.stream().mapToInt(String::length).min().orElseThrow();
    java.util.Arrays.fill(steps, (byte) (window - 1));
    for (byte[] needle : needles) {
      for (int last = 1; last < window; last++) {
        int block = block(needle[last - 1], needle[last]);
        steps[block] = (byte) Math.min(steps[block], window - 1 - last);
      }
    }
  }

  /** Where the first needle in {@code bytes[from, to)} begins, or −1. */
  int find(byte[] bytes, int from, int to) {
    int last = from + window - 1;
    while (last < to) {
      int step = steps[block(bytes[last - 1], bytes[last])];
      if (step > 0) {
        last += step;
        continue;
      }
      int at = last - window + 1;
      if (which(bytes, at, to) >= 0) {
        return at;
      }
      last++;
    }
    return -1;
  }

  /** Index of the needle that stands whole at {@code at}, or −1. */
  int which(byte[] bytes, int at, int to) {
    for (int i = 0; i < needles.length; i++) {
      if (Bytes.startsWith(bytes, at, to, needles[i])) {
        return i;
      }
    }
    return -1;
  }

  private static int block(byte first, byte second) {
    return (first & 0x3f) << 6 | (second & 0x3f);
  }
}
