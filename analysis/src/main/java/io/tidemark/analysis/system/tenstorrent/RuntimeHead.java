package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.Bytes;

/**
 * Parses the heads of the Tenstorrent runtime's loggers. Blanks and colours in a head are skipped.
 *
 * <pre>
 *                    Always |     INFO | …                                      tt-mlir
 *   2026-06-19 09:32:58.266 | critical |          Always | TT_FATAL: …          tt-metal
 *                    Always | FATAL    | …                                      tt-metal until 2025
 *   Always | TT_FATAL: …                                          the tail of tt-metal's, as issues cut it
 *   2026-01-12 10:24:04.436 (   0.000s) [  E2DEE000]  module_builder.cc:846  WARN| …   PJRT plugin
 * </pre>
 */
final class RuntimeHead {

  private static final byte[] DATE = Bytes.of("0000-00-00 00:00:00.000");
  private static final byte[][] LEVELS = {
    Bytes.of("INFO"),
    Bytes.of("DEBUG"),
    Bytes.of("TRACE"),
    Bytes.of("WARNING"),
    Bytes.of("ERROR"),
    Bytes.of("FATAL"),
    Bytes.of("critical"),
    Bytes.of("error"),
    Bytes.of("warning"),
    Bytes.of("info"),
    Bytes.of("debug"),
    Bytes.of("trace")
  };
  private static final byte[] ALWAYS = Bytes.of("Always");
  private static final byte[] RUNTIME = Bytes.of("Runtime");
  private static final byte[][] ERRORS = {
    Bytes.of("TT_FATAL: "), Bytes.of("TT_THROW: "), Bytes.of("TT_ASSERT: ")
  };
  private static final int TYPE_WIDTH = 23;
  private static final int MAX_WORD = 48;
  private static final int MAX_SECONDS = 16;
  private static final int MAX_THREAD = 32;

  private RuntimeHead() {}

  /**
   * Returns the start of the message of tt-mlir's or tt-metal's logger; −1 if neither wrote the
   * line.
   */
  static int message(byte[] bytes, int from, int end) {
    int at = Bytes.skipBlanks(bytes, from, end);
    if (at < end && Bytes.isDigit(bytes[at])) {
      int date = Bytes.past(DATE, bytes, at, end);
      at = date < 0 ? -1 : pipe(bytes, date, end);
      if (at < 0) {
        return -1;
      }
    }
    int first = wordEnd(bytes, at, end);
    int second = pipe(bytes, first, end);
    if (second < 0) {
      return -1;
    }
    boolean type = isType(bytes, at, first);
    if (type && error(bytes, second, end) > second) {
      return second;
    }
    int past = wordEnd(bytes, second, end);
    boolean both =
        type
            ? isLevel(bytes, second, past)
            : isLevel(bytes, at, first) && isType(bytes, second, past);
    return both ? pipe(bytes, past, end) : -1;
  }

  /** Whether the blanks before the type are part of the head, which pads the type to one width. */
  static boolean isAligned(byte[] bytes, int from, int end) {
    int type = Bytes.skipBlanks(bytes, from, end);
    int width = wordEnd(bytes, type, end) - type;
    for (int at = from; at < type; at++) {
      width += bytes[at] == ' ' ? 1 : 0;
      if (bytes[at] == '\t') {
        return false;
      }
    }
    return Math.abs(width - TYPE_WIDTH) < Bytes.INDENT;
  }

  /** Returns the position after {@code TT_FATAL: } or a similar mark, if there is one. */
  static int error(byte[] bytes, int from, int end) {
    for (byte[] error : ERRORS) {
      if (Bytes.startsWith(bytes, from, end, error)) {
        return from + error.length;
      }
    }
    return from;
  }

  /** Returns the start of the file name in a head of the PJRT plugin's logger; −1 if it is none. */
  static int pluginFile(byte[] bytes, int from, int end) {
    int at = Bytes.past(DATE, bytes, Bytes.skipBlanks(bytes, from, end), end);
    if (at < 0 || end - at < 3 || bytes[at] != ' ' || bytes[at + 1] != '(') {
      return -1;
    }
    int close = Bytes.indexOf(bytes, at, Math.min(end, at + MAX_SECONDS), (byte) ')');
    if (close < 0 || end - close < 3 || bytes[close - 1] != 's' || bytes[close + 2] != '[') {
      return -1;
    }
    int thread = Bytes.indexOf(bytes, close, Math.min(end, close + MAX_THREAD), (byte) ']');
    return thread < 0 ? -1 : Bytes.skipBlanks(bytes, thread + 1, end);
  }

  /** Returns the start of the message after file, line and level of the plugin's head, or −1. */
  static int pluginMessage(byte[] bytes, int file, int end) {
    int bar = Bytes.indexOf(bytes, file, Math.min(end, file + 2 * MAX_WORD), (byte) '|');
    return bar < 0 || bar + 1 == end || bytes[bar + 1] != ' ' ? -1 : bar + 2;
  }

  /** Returns the position after {@code | } and the blanks and colours around it, or −1. */
  private static int pipe(byte[] bytes, int from, int end) {
    int at = Bytes.skipBlanks(bytes, from, end);
    return at == end || bytes[at] != '|' ? -1 : Bytes.skipBlanks(bytes, at + 1, end);
  }

  private static int wordEnd(byte[] bytes, int from, int end) {
    int most = Math.min(end, from + MAX_WORD);
    int at = from;
    while (at < most && Bytes.isWord(bytes[at])) {
      at++;
    }
    return at;
  }

  private static boolean isType(byte[] bytes, int from, int to) {
    return to - from == ALWAYS.length
        ? Bytes.startsWith(bytes, from, to, ALWAYS)
        : Bytes.startsWith(bytes, from, to, RUNTIME);
  }

  private static boolean isLevel(byte[] bytes, int from, int to) {
    for (byte[] level : LEVELS) {
      if (to - from == level.length && Bytes.startsWith(bytes, from, to, level)) {
        return true;
      }
    }
    return false;
  }
}
