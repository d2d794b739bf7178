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
    long bits = bits(Bytes.text(line, from, Math.min(open, from + 16)));
    long elements = elements(line, open + 1, close);
    return new XlaDumpShape(text, bits < 0 || elements < 0 ? -1 : (elements * bits + 7) / 8, tiled);
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

  /** Product of the dimensions; 1 for a scalar, −1 if too large. */
  private static long elements(byte[] line, int from, int to) {
    long product = 1;
    long dimension = 0;
    for (int at = from; at < to; at++) {
      byte b = line[at];
      if (Bytes.isDigit(b)) {
        dimension = Math.min(dimension * 10 + (b - '0'), Integer.MAX_VALUE);
      }
      if ((b == ',' || at == to - 1)) {
        if (dimension != 0 && product > (Long.MAX_VALUE >> 8) / dimension) {
          return -1;
        }
        product *= dimension;
        dimension = 0;
      }
    }
    return product;
  }

  /** Bits of an element, by XLA's primitive type names; {@code f8…} has several variants. */
  private static int bits(String type) {
    if (type.startsWith("f8")) {
      return 8;
    }
    return switch (type) {
      case "pred", "s8", "u8" -> 8;
      case "bf16", "f16", "s16", "u16" -> 16;
      case "f32", "s32", "u32" -> 32;
      case "f64", "s64", "u64", "c64" -> 64;
      case "c128" -> 128;
      case "s4", "u4" -> 4;
      case "token" -> 0;
      default -> -1;
    };
  }
}
