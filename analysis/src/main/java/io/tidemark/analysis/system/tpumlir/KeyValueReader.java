package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.Bytes;

/**
 * Iterates over the {@code ; key = value} items of a line; text before the first item is skipped.
 */
final class KeyValueReader {

  private static final byte[] REMARK = Bytes.of("; remark = \"");
  private static final int REMARK_KEY = 6;
  private static final int ACTION_KEY = 6;
  private static final boolean[] KEY_BYTES = keyBytes();
  private static final int SEPARATOR = 2;
  private static final int EQUALS = 3;

  private final byte[] bytes;
  private final int end;

  /** Position of the next item's {@code ;}, or the end of the line. */
  private int next;

  /** End of the next item's key. */
  private int nextKeyTo;

  private int keyFrom;
  private int keyTo;
  private int valueFrom;
  private int valueTo;
  private int actions;
  private boolean sawRemark;
  private boolean broke;

  KeyValueReader(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.end = end;
    this.next = nextItem(from);
  }

  /** Whether {@code "; key = "} stands at {@code at}. */
  static boolean isItem(byte[] bytes, int at, int end) {
    return keyEnd(bytes, at, end) > 0;
  }

  /** Moves to the next item; {@code false} at the end or after an error. */
  boolean next() {
    if (next >= end) {
      return false;
    }
    keyFrom = next + SEPARATOR;
    keyTo = nextKeyTo;
    boolean remark =
        !sawRemark && keyTo - keyFrom == REMARK_KEY && Bytes.startsWith(bytes, next, end, REMARK);
    valueFrom = Math.min(keyTo + EQUALS, end);
    if (remark) {
      sawRemark = true;
      return readRemark();
    }
    if (keyTo - keyFrom == ACTION_KEY
        && Bytes.startsWith(bytes, next, end, KeyValueFormat.ACTION)) {
      actions++;
    }
    next = nextItem(valueFrom);
    valueTo = next;
    trim();
    return true;
  }

  /**
   * A remark ends at a quote before the next item or the line's end; other quotes are part of it.
   */
  private boolean readRemark() {
    valueFrom++;
    int quote = Bytes.indexOf(bytes, valueFrom, end, (byte) '"');
    while (quote >= 0) {
      nextKeyTo = keyEnd(bytes, quote + 1, end);
      if (quote + 1 == end || nextKeyTo > 0) {
        valueTo = quote;
        actions += Bytes.indexOf(bytes, valueFrom, quote, KeyValueFormat.ACTION) < 0 ? 0 : 2;
        next = quote + 1;
        return true;
      }
      quote = Bytes.indexOf(bytes, quote + 1, end, (byte) '"');
    }
    broke = true;
    next = end;
    return false;
  }

  private void trim() {
    while (valueFrom < valueTo && Bytes.isBlank(bytes[valueFrom])) {
      valueFrom++;
    }
    while (valueFrom < valueTo && Bytes.isBlank(bytes[valueTo - 1])) {
      valueTo--;
    }
  }

  /** Writes the bounds of the item, relative to {@code origin}, to {@code bounds} at {@code at}. */
  void item(int[] bounds, int at, int origin) {
    bounds[at] = keyFrom - origin;
    bounds[at + 1] = keyTo - origin;
    bounds[at + 2] = valueFrom - origin;
    bounds[at + 3] = valueTo - origin;
  }

  int keyFrom() {
    return keyFrom;
  }

  /**
   * Whether {@code action} occurred more than once, so the line may hold two records. In a broken
   * line, later ones are not counted.
   */
  boolean mayBeTwo() {
    return actions > 1;
  }

  /** Whether the last item, at {@link #keyFrom}, has no end. */
  boolean broke() {
    return broke;
  }

  private int nextItem(int from) {
    for (int i = from; i < end; i++) {
      if (bytes[i] == ';') {
        nextKeyTo = keyEnd(bytes, i, end);
        if (nextKeyTo > 0) {
          return i;
        }
      }
    }
    return end;
  }

  /** Returns the end of the key of {@code "; key = "} at {@code at}, or −1. */
  private static int keyEnd(byte[] bytes, int at, int end) {
    if (end - at <= SEPARATOR || bytes[at] != ';' || bytes[at + 1] != ' ') {
      return -1;
    }
    int i = at + SEPARATOR;
    while (i < end && isKeyByte(bytes[i])) {
      i++;
    }
    boolean assigns =
        i > at + SEPARATOR && end - i >= EQUALS - 1 && bytes[i] == ' ' && bytes[i + 1] == '=';
    // A blank value at the line's end was trimmed together with the blank before it.
    return assigns && (i + EQUALS - 1 == end || bytes[i + EQUALS - 1] == ' ') ? i : -1;
  }

  private static boolean isKeyByte(byte b) {
    return KEY_BYTES[b & 0xff];
  }

  private static boolean[] keyBytes() {
    boolean[] allowed = new boolean[1 << Byte.SIZE];
    for (int i = 0; i < allowed.length; i++) {
      allowed[i] = Bytes.isWord((byte) i) || "/.()-".indexOf(i) >= 0;
    }
    return allowed;
  }
}
