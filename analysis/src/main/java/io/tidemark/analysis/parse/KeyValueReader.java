package io.tidemark.analysis.parse;

import io.tidemark.analysis.parse.KeyValueRecord.KeyValue;

/**
 * Goes through the {@code ; key = value} items of one line; what stands before the first is not
 * one.
 */
final class KeyValueReader {

  private static final byte[] REMARK = Bytes.of("; remark = \"");
  private static final int SEPARATOR = 2;
  private static final int EQUALS = 3;

  private final byte[] bytes;
  private final int end;

  /** The next item's {@code ;}, or the line's end. */
  private int next;

  private int keyFrom;
  private int keyTo;
  private int valueFrom;
  private int valueTo;
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

  /** On to the next item; {@code false} at the end, and where the line broke. */
  boolean next() {
    if (next >= end) {
      return false;
    }
    boolean remark = !sawRemark && Bytes.startsWith(bytes, next, end, REMARK);
    keyFrom = next + SEPARATOR;
    keyTo = keyEnd(bytes, next, end);
    valueFrom = Math.min(keyTo + EQUALS, end);
    if (remark) {
      sawRemark = true;
      return readRemark();
    }
    next = nextItem(valueFrom);
    valueTo = next;
    trim();
    return true;
  }

  /** The remark's end is a quote before the next item or the line's end; others are its text. */
  private boolean readRemark() {
    valueFrom++;
    int quote = Bytes.indexOf(bytes, valueFrom, end, (byte) '"');
    while (quote >= 0) {
      if (quote + 1 == end || isItem(bytes, quote + 1, end)) {
        valueTo = quote;
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

  KeyValue item() {
    return new KeyValue(Words.text(bytes, keyFrom, keyTo), Words.text(bytes, valueFrom, valueTo));
  }

  int keyFrom() {
    return keyFrom;
  }

  int valueFrom() {
    return valueFrom;
  }

  /** The item begun last, at {@link #keyFrom}, never ended. */
  boolean broke() {
    return broke;
  }

  private int nextItem(int from) {
    for (int i = from; i < end; i++) {
      if (bytes[i] == ';' && isItem(bytes, i, end)) {
        return i;
      }
    }
    return end;
  }

  /** The end of the key in {@code "; key = "} at {@code at}, or −1. */
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
    // A value that is blank was trimmed off the line's end with the blank before it.
    return assigns && (i + EQUALS - 1 == end || bytes[i + EQUALS - 1] == ' ') ? i : -1;
  }

  private static boolean isKeyByte(byte b) {
    return Bytes.isWord(b) || b == '/' || b == '.' || b == '(' || b == ')' || b == '-';
  }
}
