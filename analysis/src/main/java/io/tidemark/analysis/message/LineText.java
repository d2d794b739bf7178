package io.tidemark.analysis.message;

import io.tidemark.analysis.line.Bytes;
import java.io.ByteArrayOutputStream;

/**
 * A line as its rows are written: without colours, and with ASCII for typographic apostrophes,
 * quotation marks and blanks. The needle stays as it is.
 *
 * @param bytes of the line from its wrappers on
 * @param start start of the text that the logger wrote
 * @param hit position of the needle
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record LineText(byte[] bytes, int start, int hit) {

  private static final byte[] COLOUR = {Bytes.ESCAPE, '['};

  /** Begins the choice of a set of characters, which tput writes behind a colour. */
  private static final byte[] CHARACTERS = {Bytes.ESCAPE, '('};

  private static final byte[] NO_BREAK = {(byte) 0xc2, (byte) 0xa0};
  private static final byte[] NARROW = {(byte) 0xe2, (byte) 0x80, (byte) 0xaf};

  /** Before the last byte of a typographic apostrophe or quotation mark. */
  private static final byte[] MARK = {(byte) 0xe2, (byte) 0x80};

  /**
   * Makes a line plain.
   *
   * @param needle number of bytes of the needle
   */
  static LineText of(byte[] bytes, int head, int start, int end, int hit, int needle) {
    ByteArrayOutputStream all = new ByteArrayOutputStream(end - head);
    int begin = 0;
    int moved = 0;
    int at = head;
    while (at < end) {
      begin = at <= start ? all.size() : begin;
      moved = at <= hit ? all.size() : moved;
      boolean kept = at >= hit && at < hit + needle;
      int past = kept ? at : pastColour(bytes, at, end);
      if (past == at) {
        byte sign = kept ? bytes[at] : sign(bytes, at, end);
        past += sign == bytes[at] ? 1 : sign == ' ' && bytes[at] == NO_BREAK[0] ? 2 : 3;
        all.write(sign);
      }
      at = past;
    }
    return new LineText(all.toByteArray(), begin, moved);
  }

  private static int pastColour(byte[] bytes, int at, int end) {
    if (Bytes.startsWith(bytes, at, end, CHARACTERS)) {
      return Math.min(end, at + CHARACTERS.length + 1);
    }
    if (!Bytes.startsWith(bytes, at, end, COLOUR)) {
      return at;
    }
    int past = at + COLOUR.length;
    while (past < end && (Bytes.isDigit(bytes[past]) || bytes[past] == ';')) {
      past++;
    }
    return Math.min(end, past + 1);
  }

  /** The sign of ASCII that a typographic one stands for; else the byte that stands there. */
  private static byte sign(byte[] bytes, int at, int end) {
    if (Bytes.startsWith(bytes, at, end, NO_BREAK) || Bytes.startsWith(bytes, at, end, NARROW)) {
      return ' ';
    }
    int last = at + MARK.length;
    if (last < end && Bytes.startsWith(bytes, at, end, MARK)) {
      int which = bytes[last] & 0xff;
      return (byte)
          (which == 0x98 || which == 0x99
              ? '\''
              : which == 0x9c || which == 0x9d ? '"' : bytes[at]);
    }
    return bytes[at];
  }
}
