package io.tidemark.analysis.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The part of a line around a needle as its rows are written: one character a byte, without
 * colours, and with ASCII for typographic apostrophes, quotation marks and blanks.
 *
 * @param hit position of the needle
 * @param cut whether the line goes on behind it
 * @param origins position of each character in the bytes from its first one on; {@code null} if all
 *     stand where they stood
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record LineText(String text, int hit, boolean cut, int @Nullable [] origins) {

  private static final char ESCAPE = '\u001b';

  /** Bytes of a line before and behind a needle that a message may take. */
  private static final int BEFORE = 512;

  private static final int BEHIND = 4096;

  /**
   * Reads the text around a needle, which stays as it is.
   *
   * @param needle number of its bytes
   */
  static LineText of(byte[] bytes, int start, int hit, int needle, int end) {
    int from = from(start, hit);
    int to = Math.min(end, hit + BEHIND);
    String text = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    boolean plain = true;
    for (int i = 0; i < text.length() && plain; i++) {
      char c = text.charAt(i);
      plain = c != ESCAPE && c != '\u00c2' && c != '\u00e2';
    }
    return plain
        ? new LineText(text, hit - from, to < end, null)
        : plain(text, hit - from, needle, to < end);
  }

  /** The first byte that a message whose needle stands at {@code hit} may take. */
  static int from(int start, int hit) {
    return Math.max(start, hit - BEFORE);
  }

  private static LineText plain(String text, int hit, int needle, boolean cut) {
    StringBuilder all = new StringBuilder(text.length());
    int[] origins = new int[text.length() + 1];
    int at = 0;
    int moved = hit;
    while (at < text.length()) {
      moved = at == hit ? all.length() : moved;
      boolean kept = at >= hit && at < hit + needle;
      int past = kept ? at : pastColour(text, at);
      int width = 1;
      if (past == at) {
        String sign = kept ? "" : sign(text, at);
        width = sign.isEmpty() ? 1 : text.charAt(at) == '\u00c2' ? 2 : 3;
        origins[all.length()] = at;
        all.append(sign.isEmpty() ? text.substring(at, at + 1) : sign);
      }
      at = past == at ? at + width : past;
    }
    origins[all.length()] = text.length();
    return new LineText(all.toString(), moved, cut, Arrays.copyOf(origins, all.length() + 1));
  }

  private static int pastColour(String text, int at) {
    if (!text.startsWith("\u001b[", at)) {
      return at;
    }
    int past = at + 2;
    while (past < text.length() && "0123456789;:".indexOf(text.charAt(past)) >= 0) {
      past++;
    }
    return past < text.length() ? past + 1 : past;
  }

  /** The sign of ASCII that a typographic one stands for; empty if there is none. */
  private static String sign(String text, int at) {
    if (text.startsWith("\u00e2\u0080\u0099", at) || text.startsWith("\u00e2\u0080\u0098", at)) {
      return "'";
    }
    if (text.startsWith("\u00e2\u0080\u009c", at) || text.startsWith("\u00e2\u0080\u009d", at)) {
      return "\"";
    }
    boolean blank =
        text.startsWith("\u00c2\u00a0", at) || text.startsWith("\u00e2\u0080\u00af", at);
    return blank ? " " : "";
  }

  /** The text from the needle on. */
  String fromHit() {
    return text.substring(hit);
  }

  /** Position of a character in the bytes, from the first one of the text on. */
  int origin(int index) {
    return origins == null ? index : origins[Math.min(index, origins.length - 1)];
  }
}
