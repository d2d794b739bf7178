package io.tidemark.analysis.line;

import org.jspecify.annotations.Nullable;

/**
 * The prefix of XLA's and TensorFlow's loggers. It is removed to read the lines of a multi-line
 * report:
 *
 * <pre>
 *   2020-05-04 09:05:40.721128: E    1578 tensorflow/…/xla_util.cc:76] …      (TensorFlow)
 *   I0000 00:00:1795218093.080842   21678 bfc_allocator.cc:1049] …            (Abseil, glog)
 * </pre>
 *
 * @param end start of the message, including the message's own indent
 * @param thread writer of the line; empty if the prefix does not state it
 */
public record LogPrefix(int end, String thread) {

  private static final byte[] CLOSE = Bytes.of("] ");

  /** A Python server's logger has the same prefix, but its messages come from its users. */
  private static final byte[] PYTHON = Bytes.of(".py:");

  private static final int MAX_FILE = 256;
  private static final int MAX_ID_DIGITS = 12;

  /** Whether a prefix may stand here, judged by a few bytes: most lines of most logs have none. */
  public static boolean mayBegin(byte[] bytes, int start, int end) {
    if (end - start < 8) {
      return false;
    }
    byte first = bytes[start];
    return (Bytes.isDigit(first) && bytes[start + 4] == '-' && mayBeDated(bytes, start, end))
        || ("IWEF".indexOf(first) >= 0
            && (bytes[start + 1] == ' ' || Bytes.isDigit(bytes[start + 1])));
  }

  /** Whether a colon ends the second word and a level follows, unlike dates of other loggers. */
  private static boolean mayBeDated(byte[] bytes, int start, int end) {
    int most = Math.min(end, start + MAX_FILE);
    int day = Bytes.indexOf(bytes, start, most, (byte) ' ');
    int clock = day < 0 ? -1 : Bytes.indexOf(bytes, day + 1, most, (byte) ' ');
    return clock > 0
        && clock + 1 < end
        && bytes[clock - 1] == ':'
        && "IWEF".indexOf(bytes[clock + 1]) >= 0;
  }

  /** Parses the prefix of {@code bytes[start, end)}; without one, its end is {@code start}. */
  public static LogPrefix of(byte[] bytes, int start, int end) {
    Cursor cursor = new Cursor(bytes, start, end);
    String thread = start < end ? google(cursor) : null;
    return thread == null ? new LogPrefix(start, "") : new LogPrefix(cursor.at, thread);
  }

  /**
   * Parses a level, optional date and thread, and {@code file:line] }; {@code null} if it differs.
   */
  private static @Nullable String google(Cursor cursor) {
    boolean dated = date(cursor);
    if (cursor.at + 1 >= cursor.end || "IWEF".indexOf(cursor.bytes[cursor.at]) < 0) {
      return null;
    }
    cursor.at++;
    if (!dated && Bytes.isDigit(cursor.bytes[cursor.at])) {
      // Month and day, then the time.
      if (cursor.number(4) < 0 || !pass(cursor, ' ') || !clock(cursor)) {
        return null;
      }
    }
    if (cursor.at == cursor.end || cursor.bytes[cursor.at] != ' ') {
      return null;
    }
    cursor.skipBlanks();
    int from = cursor.at;
    String thread = "";
    if (cursor.number(MAX_ID_DIGITS) >= 0 && pass(cursor, ' ')) {
      thread = Bytes.text(cursor.bytes, from, cursor.at - 1);
      cursor.skipBlanks();
    }
    return file(cursor) ? thread : null;
  }

  private static boolean file(Cursor cursor) {
    int most = Math.min(cursor.end, cursor.at + MAX_FILE);
    int at = cursor.at;
    while (at < most && cursor.bytes[at] != ']' && !Bytes.isBlank(cursor.bytes[at])) {
      at++;
    }
    boolean line = at < most && cursor.bytes[at] == ']' && Bytes.isDigit(cursor.bytes[at - 1]);
    if (!line || Bytes.indexOf(cursor.bytes, cursor.at, at, PYTHON) >= 0) {
      return false;
    }
    cursor.at = at;
    if (!cursor.accept(CLOSE)) {
      cursor.at = at + 1;
    }
    return true;
  }

  /** Parses {@code 2020-05-04 09:05:40.721128: }. */
  private static boolean date(Cursor cursor) {
    int from = cursor.at;
    boolean dated =
        cursor.number(4) >= 0
            && pass(cursor, '-')
            && cursor.number(2) >= 0
            && pass(cursor, '-')
            && cursor.number(2) >= 0
            && pass(cursor, ' ')
            && clock(cursor)
            && pass(cursor, ':')
            && pass(cursor, ' ');
    cursor.at = dated ? cursor.at : from;
    return dated;
  }

  /** Parses {@code 09:05:40.721128}; Abseil writes epoch seconds after {@code 00:00:}. */
  private static boolean clock(Cursor cursor) {
    return cursor.number(2) >= 0
        && pass(cursor, ':')
        && cursor.number(2) >= 0
        && pass(cursor, ':')
        && cursor.number(MAX_ID_DIGITS) >= 0
        && pass(cursor, '.')
        && cursor.number(9) >= 0;
  }

  private static boolean pass(Cursor cursor, char wanted) {
    boolean there = cursor.at < cursor.end && cursor.bytes[cursor.at] == wanted;
    cursor.at += there ? 1 : 0;
    return there;
  }
}
