package io.tidemark.analysis.line;

import io.tidemark.model.log.LineEnds;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Queries on the bytes of a line. Ranges are half open; bytes are decoded only on request. */
public final class Bytes {

  public static final byte ESCAPE = 0x1b;

  /** Leading blanks that mark a quotation in Markdown. */
  public static final int INDENT = 4;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = ONES << 7;
  private static final long RETURNS = ONES * '\r';
  private static final long FEEDS = ONES * '\n';

  /** Mask of the high bits: all clear in both line feed and carriage return. */
  private static final long CONTROLS = 0xf0f0f0f0f0f0f0f0L;

  private static final byte[] PYTHON = of(".py:");

  private Bytes() {}

  public static byte[] of(String ascii) {
    return ascii.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Returns the end of a text without the place that Python's rich prints in a column of its own at
   * the right: {@code Not enough space to assert.py:104}.
   */
  static int withoutPlace(byte[] bytes, int from, int to) {
    int at = to;
    while (at > from && isDigit(bytes[at - 1])) {
      at--;
    }
    if (at == to || at == from || bytes[at - 1] != ':') {
      return to;
    }
    while (at > from && bytes[at - 1] != ' ') {
      at--;
    }
    boolean column = at - from > 2 && bytes[at - 1] == ' ' && bytes[at - 2] == ' ';
    return column && indexOf(bytes, at, to, PYTHON) >= 0 ? trimEnd(bytes, from, at) : to;
  }

  /** Decodes UTF-8; invalid sequences are replaced. */
  public static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  public static boolean startsWith(byte[] bytes, int from, int to, byte[] prefix) {
    if (to - from < prefix.length) {
      return false;
    }
    for (int i = 0; i < prefix.length; i++) {
      if (bytes[from + i] != prefix[i]) {
        return false;
      }
    }
    return true;
  }

  public static boolean endsWith(byte[] bytes, int from, int to, byte[] suffix) {
    return to - from >= suffix.length && startsWith(bytes, to - suffix.length, to, suffix);
  }

  /**
   * Returns the end of {@code shape} at {@code from}, where 0 matches any digit; −1 if it differs.
   */
  public static int past(byte[] shape, byte[] bytes, int from, int to) {
    if (to - from < shape.length) {
      return -1;
    }
    for (int i = 0; i < shape.length; i++) {
      byte b = bytes[from + i];
      if (shape[i] == '0' ? !isDigit(b) : b != shape[i]) {
        return -1;
      }
    }
    return from + shape.length;
  }

  public static int indexOf(byte[] bytes, int from, int to, byte wanted) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == wanted) {
        return i;
      }
    }
    return -1;
  }

  public static int indexOf(byte[] bytes, int from, int to, byte[] wanted) {
    for (int i = from; i <= to - wanted.length; i++) {
      if (bytes[i] == wanted[0] && startsWith(bytes, i, to, wanted)) {
        return i;
      }
    }
    return -1;
  }

  public static int lastIndexOf(byte[] bytes, int from, int to, byte[] wanted) {
    for (int i = to - wanted.length; i >= from; i--) {
      if (bytes[i] == wanted[0] && startsWith(bytes, i, to, wanted)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns the position of the next line feed in {@code bytes[from, to)}, or {@code to} if there
   * is none. Returns the complement if a carriage return may stand before it.
   */
  static int lineEnd(byte[] bytes, int from, int to) {
    long returned = 0;
    int at = from;
    for (; to - at >= Long.BYTES; at += Long.BYTES) {
      long word = (long) LONGS.get(bytes, at);
      if (zeros(word & CONTROLS) == 0) {
        continue;
      }
      returned |= zeros(word ^ RETURNS);
      long fed = zeros(word ^ FEEDS);
      if (fed != 0) {
        int end = at + (Long.numberOfTrailingZeros(fed) >>> 3);
        return returned == 0 ? end : ~end;
      }
    }
    while (at < to && bytes[at] != '\n') {
      returned |= bytes[at] == '\r' ? 1 : 0;
      at++;
    }
    return returned == 0 ? at : ~at;
  }

  /** Sets the high bit of the first zero byte, and maybe of later ones; see {@link LineEnds}. */
  private static long zeros(long word) {
    return (word - ONES) & ~word & HIGHS;
  }

  /**
   * Returns the start of the text after the last carriage return: the part of a redrawn line that a
   * terminal shows.
   */
  static int lastDrawn(byte[] bytes, int from, int to) {
    int at = to;
    while (at - from >= Long.BYTES) {
      if (zeros((long) LONGS.get(bytes, at - Long.BYTES) ^ RETURNS) != 0) {
        break;
      }
      at -= Long.BYTES;
    }
    while (at > from && bytes[at - 1] != '\r') {
      at--;
    }
    return at;
  }

  /** Returns the position after blanks and colour codes. */
  public static int skipBlanks(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      int past = isBlank(bytes[at]) ? at + 1 : skipColour(bytes, at, to);
      if (past == at) {
        return at;
      }
      at = past;
    }
    return at;
  }

  /** Whether a line begins with four blanks or a tab, not counting colour codes. */
  static boolean isIndented(byte[] bytes, int from, int to) {
    int blanks = 0;
    int at = from;
    while (at < to && blanks < INDENT && bytes[at] != '\t') {
      int past = bytes[at] == ' ' ? at + 1 : skipColour(bytes, at, to);
      if (past == at) {
        return false;
      }
      blanks += bytes[at] == ' ' ? 1 : 0;
      at = past;
    }
    return at < to;
  }

  /** Returns the position after all colour codes at {@code from}. */
  public static int skipColours(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && bytes[at] == ESCAPE) {
      int past = skipColour(bytes, at, to);
      if (past == at) {
        return at;
      }
      at = past;
    }
    return at;
  }

  /**
   * Returns the position after the colour code {@code ESC [ digits ; m} at {@code from}, or the
   * code {@code ESC [ K} of coloured output that clears the rest of a line, if there is one.
   */
  public static int skipColour(byte[] bytes, int from, int to) {
    if (to - from < 3 || bytes[from] != ESCAPE || bytes[from + 1] != '[') {
      return from;
    }
    int at = from + 2;
    while (at < to && isColourDigit(bytes[at])) {
      at++;
    }
    return at < to && isLastOfColour(bytes[at]) ? at + 1 : from;
  }

  /** Returns the end without trailing blanks, line ends and colour codes. */
  static int trimEnd(byte[] bytes, int from, int to) {
    int end = to;
    while (end > from) {
      int before = isBlank(bytes[end - 1]) ? end - 1 : beforeColour(bytes, from, end);
      if (before == end) {
        return end;
      }
      end = before;
    }
    return end;
  }

  private static int beforeColour(byte[] bytes, int from, int to) {
    if (!isLastOfColour(bytes[to - 1])) {
      return to;
    }
    int at = to - 1;
    while (at > from && isColourDigit(bytes[at - 1])) {
      at--;
    }
    return at - 2 >= from && bytes[at - 1] == '[' && bytes[at - 2] == ESCAPE ? at - 2 : to;
  }

  private static boolean isLastOfColour(byte b) {
    return b == 'm' || b == 'K';
  }

  private static boolean isColourDigit(byte b) {
    return isDigit(b) || b == ';';
  }

  public static boolean isBlank(byte b) {
    return b == ' ' || (b >= '\t' && b <= '\r');
  }

  public static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  /** A letter, digit or underscore. */
  public static boolean isWord(byte b) {
    return isDigit(b) || b == '_' || (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z');
  }
}
