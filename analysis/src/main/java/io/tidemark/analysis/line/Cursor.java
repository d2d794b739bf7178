package io.tidemark.analysis.line;

import io.tidemark.analysis.memory.MemoryBounds;
import java.util.Arrays;

/**
 * Reads tokens of one line in order. A colour code before a token is skipped. If a token does not
 * match, the cursor stays and {@link #broke} is the position of the first wrong byte.
 */
public class Cursor {

  /**
   * Enough for ten terabytes: no bank, buffer or plan is larger, and a sum over thousands of them
   * still fits a long.
   */
  private static final int MAX_DIGITS = 13;

  public final byte[] bytes;
  public final int end;
  public int at;

  /** Whether the last rejected figure exceeds {@link MemoryBounds#MAX_BYTES}. */
  public boolean tooLarge;

  /** Position of the first byte that did not match; the end of the line if the line was cut. */
  public int broke;

  public Cursor(byte[] bytes, int at, int end) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
    this.broke = at;
  }

  public boolean accept(byte[] literal) {
    int from = Bytes.skipColour(bytes, at, end);
    int fits =
        Arrays.mismatch(
            bytes, from, Math.min(end, from + literal.length), literal, 0, literal.length);
    if (fits >= 0) {
      broke = from + fits;
      return false;
    }
    at = from + literal.length;
    return true;
  }

  /** The same for a text of ASCII. */
  public boolean accept(String literal) {
    int from = Bytes.skipColour(bytes, at, end);
    for (int i = 0; i < literal.length(); i++) {
      if (from + i >= end || bytes[from + i] != literal.charAt(i)) {
        broke = from + i;
        return false;
      }
    }
    at = from + literal.length();
    return true;
  }

  /** An unsigned integer of at most {@code maxDigits}, or −1. */
  public long number(int maxDigits) {
    int from = Bytes.skipColour(bytes, at, end);
    long value = 0;
    int i = from;
    while (i < end && Bytes.isDigit(bytes[i])) {
      if (i - from == maxDigits) {
        broke = i;
        return -1;
      }
      value = value * 10 + (bytes[i] - '0');
      i++;
    }
    if (i == from) {
      broke = from;
      return -1;
    }
    at = i;
    return value;
  }

  public long number() {
    return number(MAX_DIGITS);
  }

  /** Returns the end of the word at the cursor; the cursor stays. */
  public int wordEnd() {
    int i = at;
    while (i < end && Bytes.isWord(bytes[i])) {
      i++;
    }
    return i;
  }

  /** Returns the end of the bytes that are neither blank nor colour code; the cursor stays. */
  public int tokenEnd() {
    int i = at;
    while (i < end && !Bytes.isBlank(bytes[i]) && Bytes.skipColour(bytes, i, end) == i) {
      i++;
    }
    return i;
  }

  public void skipBlanks() {
    at = Bytes.skipBlanks(bytes, at, end);
  }

  public String text(int to) {
    return Bytes.text(bytes, at, to);
  }
}
