package io.tidemark.analysis.line;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the first of several texts in one pass that looks at every eighth byte or so (Wu and
 * Manber, 1994): three bytes show how far the next needle must be, so a foreign line is mostly
 * stepped over. Two would not do: most pairs of letters stand in some needle.
 */
public final class Needles {

  private static final int BLOCK = 3;
  private static final int BLOCKS = 1 << 15;

  private final byte[][] needles;
  private final int window;

  /**
   * By block: how far a window that ends in it may be moved on. Where a needle's window may end,
   * the first such needle, negated.
   */
  private final byte[] steps = new byte[BLOCKS];

  /** By needle: the next whose window ends in the same block, or −1. */
  private final byte[] others;

  public Needles(List<String> texts) {
    needles =
        texts.stream().map(text -> text.getBytes(StandardCharsets.US_ASCII)).toArray(byte[][]::new);
    window = texts.stream().mapToInt(String::length).min().orElseThrow();
    others = new byte[needles.length];
    if (window < BLOCK || needles.length > Byte.MAX_VALUE) {
      throw new IllegalArgumentException("texts too short or too many: " + texts);
    }
    Arrays.fill(steps, (byte) (window - BLOCK + 1));
    for (byte[] needle : needles) {
      for (int last = BLOCK - 1; last < window - 1; last++) {
        int block = block(needle, last);
        steps[block] = (byte) Math.min(steps[block], window - 1 - last);
      }
    }
    // From the last, so that each chain goes up.
    for (int i = needles.length - 1; i >= 0; i--) {
      int block = block(needles[i], window - 1);
      others[i] = steps[block] > 0 ? -1 : (byte) -steps[block];
      steps[block] = (byte) -i;
    }
  }

  /**
   * Where the first needle in {@code bytes[from, to)} begins, or −1. Each step waits for the byte
   * that the one before leads to, so both halves are gone through at once.
   */
  public int find(byte[] bytes, int from, int to) {
    int near = from + window - 1;
    int stop = near + Math.max(0, (to - near) / 2);
    int far = stop;
    while (near < stop && far < to) {
      int step = steps[block(bytes, near)];
      int farStep = steps[block(bytes, far)];
      if (step <= 0) {
        if (among(-step, bytes, near - window + 1, to) >= 0) {
          return near - window + 1;
        }
        step = 1;
      }
      if (farStep <= 0) {
        if (among(-farStep, bytes, far - window + 1, to) >= 0) {
          break;
        }
        farStep = 1;
      }
      near += step;
      far += farStep;
    }
    int found = find(bytes, near, stop, to);
    return found >= 0 ? found : find(bytes, far, to, to);
  }

  /** As above, in windows whose last byte stands before {@code stop}. */
  private int find(byte[] bytes, int from, int stop, int to) {
    int last = from;
    while (last < stop) {
      int step = steps[block(bytes, last)];
      if (step <= 0) {
        if (among(-step, bytes, last - window + 1, to) >= 0) {
          return last - window + 1;
        }
        step = 1;
      }
      last += step;
    }
    return -1;
  }

  /** Index of the first needle that stands whole at {@code at}, or −1. */
  public int which(byte[] bytes, int at, int to) {
    int last = at + window - 1;
    int step = last < to ? steps[block(bytes, last)] : 1;
    return step > 0 ? -1 : among(-step, bytes, at, to);
  }

  private int among(int first, byte[] bytes, int at, int to) {
    for (int i = first; i >= 0; i = others[i]) {
      if (Bytes.startsWith(bytes, at, to, needles[i])) {
        return i;
      }
    }
    return -1;
  }

  private static int block(byte[] bytes, int last) {
    return (bytes[last - 2] & 0x1f) << 10 | (bytes[last - 1] & 0x1f) << 5 | (bytes[last] & 0x1f);
  }
}
