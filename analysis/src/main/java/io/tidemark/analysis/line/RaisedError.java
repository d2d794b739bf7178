package io.tidemark.analysis.line;

/**
 * Recognises an error's text outside its runtime's logger, as raised by the exception that ended
 * the process. All texts that may stand before the error are known. An error text alone is a
 * quotation:
 *
 * <pre>
 *   {TT_FATAL @ …                                       the PJRT plugin
 *   RuntimeError: TT_FATAL @ …                          the end of a traceback
 *     what():  TT_FATAL @ …                             the end of a C++ process
 *   E   RuntimeError: TT_FATAL @ …                      pytest
 *   ERROR 10-23 04:15:50 [engine.py:187] RuntimeError: TT_FATAL @ …             vLLM
 *   2026-06-06 03:15:40,174 - ERROR - [run] failed. Error: TT_FATAL @ …         Python's logging
 * </pre>
 */
public final class RaisedError {

  private static final byte[] PYTEST = Bytes.of("E  ");
  private static final byte[] INFO = Bytes.of("info:");
  private static final byte[] WHAT = Bytes.of("what():");
  private static final byte[] EXCEPTION = Bytes.of("Exception: ");
  private static final byte[] ERROR = Bytes.of("Error: ");
  private static final byte[] ASSERTION = Bytes.of("AssertionError");
  private static final byte[] STATUS_OR = Bytes.of("Bad StatusOr access:");
  private static final byte[] VLLM = Bytes.of("ERROR 00-00 00:00:00 [");
  private static final byte[] DATED = Bytes.of("0000-00-00 00:00:00,000 - ERROR - ");
  private static final int MAX_HEAD = 512;
  private static final int MAX_FILE = 64;

  private RaisedError() {}

  /** Whether an error may begin at {@code at}, in the line that begins at {@code from}. */
  public static boolean mayBegin(byte[] bytes, int from, int at) {
    int head = textBegin(bytes, from, at);
    int text = at > head && bytes[at - 1] == '{' ? at - 1 : at;
    if (head == text) {
      return text < at;
    }
    if (Bytes.startsWith(bytes, head, text, WHAT)) {
      return Bytes.skipBlanks(bytes, head + WHAT.length, text) == text;
    }
    if (!Bytes.endsWith(bytes, head, text, ERROR)
        && !Bytes.endsWith(bytes, head, text, EXCEPTION)) {
      return false;
    }
    return isPath(bytes, head, text - 2)
        || (dated(bytes, from, at) > 0 && isPlain(bytes, head, text));
  }

  /** Whether {@code /path/file:line: } stands here, which is the place of a failed assertion. */
  public static boolean isPlace(byte[] bytes, int from, int end) {
    int most = Math.min(end, from + MAX_HEAD);
    int at = from;
    while (at < most && !Bytes.isBlank(bytes[at])) {
      at++;
    }
    int line = at - 1;
    while (line > from && Bytes.isDigit(bytes[line - 1])) {
      line--;
    }
    return at < most
        && line > from
        && line < at - 1
        && bytes[at - 1] == ':'
        && bytes[line - 1] == ':';
  }

  /** Whether the line is the one between an exception's head and its text. */
  public static boolean isInfo(byte[] bytes, int from, int end) {
    int text = textBegin(bytes, from, end);
    return end - text == INFO.length && Bytes.startsWith(bytes, text, end, INFO);
  }

  /**
   * Returns the start of an error's own text in a line, after blanks, pytest's mark or vLLM's
   * logger.
   */
  public static int textBegin(byte[] bytes, int from, int end) {
    int at = Bytes.skipBlanks(bytes, from, end);
    if (Bytes.startsWith(bytes, at, end, PYTEST)) {
      return Bytes.skipBlanks(bytes, at + PYTEST.length, end);
    }
    int past = Bytes.past(VLLM, bytes, at, end);
    int close =
        past < 0 ? -1 : Bytes.indexOf(bytes, past, Math.min(end, past + MAX_FILE), (byte) ']');
    return close < 0 ? at : Bytes.skipBlanks(bytes, close + 1, end);
  }

  /** Whether the range is a single name, with or without its module's path. */
  public static boolean isPath(byte[] bytes, int from, int to) {
    return from < to && pathEnd(bytes, from, to) == to;
  }

  /**
   * Whether only the exception that carries a status stands before it. After its name only the
   * words of torch_xla are accepted: an error that quotes a status has words of its own.
   */
  public static boolean carries(byte[] bytes, int from, int to) {
    int name = pathEnd(bytes, from, to);
    int past = name + 2;
    if (past > to
        || Bytes.endsWith(bytes, from, name, ASSERTION)
        || !(Bytes.endsWith(bytes, from, past, ERROR)
            || Bytes.endsWith(bytes, from, past, EXCEPTION))) {
      return false;
    }
    int words = Bytes.skipBlanks(bytes, past, to);
    return words == to
        || (Bytes.startsWith(bytes, words, to, STATUS_OR)
            && isPlain(bytes, words + STATUS_OR.length, to));
  }

  private static int pathEnd(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && (Bytes.isWord(bytes[at]) || bytes[at] == '.')) {
      at++;
    }
    return at;
  }

  /** Returns the end of the head of a Python {@code logging} error, or −1. */
  public static int dated(byte[] bytes, int from, int end) {
    return Bytes.past(DATED, bytes, Bytes.skipBlanks(bytes, from, end), end);
  }

  /** Whether the range contains no character that would quote the following text. */
  public static boolean isPlain(byte[] bytes, int from, int to) {
    if (to - from > MAX_HEAD) {
      return false;
    }
    for (int at = from; at < to; at++) {
      if ("\"'`>|".indexOf(bytes[at]) >= 0) {
        return false;
      }
    }
    return true;
  }
}
