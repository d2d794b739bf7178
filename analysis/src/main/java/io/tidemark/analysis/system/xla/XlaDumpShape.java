package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A shape such as {@code f32[32000,2048]{1,0:T(8,128)}} with its size without tile padding.
 *
 * @param text as printed, up to {@link #MAX_TEXT} bytes; {@code null} if longer or unknown
 * @param bytes −1 for unknown types, and for tuples, whose pointer table depends on the platform
 */
record XlaDumpShape(@Nullable String text, long bytes, boolean tiled) {

  /** Limit in bytes; longer shapes are tuples. */
  private static final int MAX_TEXT = 256;

  /** Shape of an allocation without a value. */
  static final XlaDumpShape UNKNOWN = new XlaDumpShape(null, -1, false);

  private static final byte[] TILES = Bytes.of("T(");

  static XlaDumpShape of(byte[] line, int from, int to) {
    int open = Bytes.indexOf(line, from, to, (byte) '[');
    int close = open < 0 ? -1 : Bytes.indexOf(line, open, to, (byte) ']');
    String text = to - from > MAX_TEXT ? null : Bytes.text(line, from, to);
    if (close < 0 || line[from] == '(') {
      return new XlaDumpShape(text, -1, false);
    }
    int layout = Bytes.indexOf(line, close, to, (byte) ':');
    boolean tiled = layout >= 0 && Bytes.startsWith(line, layout + 1, to, TILES);
    String type = Bytes.text(line, from, Math.min(open, from + 16));
    Long elements = XlaContents.elements(Bytes.text(line, open + 1, close));
    return new XlaDumpShape(text, XlaContents.bytes(type, elements), tiled);
  }

  /**
   * Whether the text has brackets, and all brackets and quotes are closed; most cut texts fail
   * this. Brackets in quotes do not count. A backslash escapes the next byte.
   */
  static boolean isClosed(byte[] line, int from, int to) {
    int open = 0;
    boolean any = false;
    boolean quoted = false;
    for (int at = from; at < to; at++) {
      byte b = line[at];
      quoted ^= b == '"';
      at += quoted && b == '\\' ? 1 : 0;
      boolean opens = !quoted && (b == '(' || b == '[' || b == '{');
      boolean closes = !quoted && (b == ')' || b == ']' || b == '}');
      any |= opens;
      open += opens ? 1 : closes ? -1 : 0;
    }
    return any && open == 0 && !quoted;
  }
}
