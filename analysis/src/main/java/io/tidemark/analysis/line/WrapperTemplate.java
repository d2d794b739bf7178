package io.tidemark.analysis.line;

/**
 * The syntax of one wrapper, with one sign for each part:
 *
 * <pre>
 *   #  digits, not followed by a digit                  L  CRI's tag: P of a part, F of the last
 *   N  a name: no blank, bracket, colon or bar          P  a name, maybe with its [pid]
 *   C  a lower-case name, as of Docker Compose          D  2026-11-22T05:54:09.123456789Z, any zone
 *   S  like D up to microseconds, as in syslog          ~  blanks, or none
 *   M  Nov 22 05:54:09
 *   B  |███   | 3/60 [00:01<00:22, 2.5it/s]
 *   any other sign: the byte itself
 * </pre>
 */
final class WrapperTemplate {

  static final int MAX_DIGITS = 9;
  private static final byte TAG = 'L';
  private static final byte BAR = 'B';
  private static final int MOST_OF_A_BAR = 1024;
  private static final int MOST_BLANKS = 64;

  /** Length of a fraction of microseconds with its point. */
  private static final int MICROSECONDS = 7;

  private static final int MOST_PADDING = 7;
  private static final int MAX_NAME = 253;
  private static final byte[] MONTHS = Bytes.of("JanFebMarAprMayJunJulAugSepOctNovDec");
  private static final byte[] CLOCK = Bytes.of("00:00:00");
  private static final byte[] DATE = Bytes.of("0000-00-00T00:00:00");

  private final byte[] signs;
  private final Mark mark;

  WrapperTemplate(String signs, Mark mark) {
    this.signs = Bytes.of(signs);
    this.mark = mark;
  }

  /** What the wrapper states about the line. */
  Mark mark() {
    return mark;
  }

  boolean mayBegin(byte first) {
    byte sign = signs[0];
    return switch (sign) {
      case '#', 'D', 'S' -> Bytes.isDigit(first);
      case 'M' -> "JFMASOND".indexOf(first) >= 0;
      case 'C' -> isSmall(first);
      case '~' -> first == ' ' || Bytes.isDigit(first);
      default -> sign == first;
    };
  }

  /** Returns its end if it stands at {@code from}, else −1. */
  int end(byte[] bytes, int from, int end) {
    int at = from;
    for (byte sign : signs) {
      int past = past(sign, bytes, at, end);
      // Programs may also colour the text before a line. After the tag of a part everything is
      // text.
      at = past < 0 || sign == TAG ? past : Bytes.skipColours(bytes, past, end);
      if (at < 0) {
        return -1;
      }
    }
    return at;
  }

  private int past(byte sign, byte[] bytes, int at, int end) {
    return switch (sign) {
      case '#' -> digits(bytes, at, end);
      case TAG -> tag(bytes, at, end);
      case 'N' -> name(bytes, at, end);
      case BAR -> bar(bytes, at, end);
      case 'P' -> program(bytes, at, end);
      case 'C' -> service(bytes, at, end);
      case 'D' -> date(bytes, at, end);
      case 'S' -> isNanoseconds(bytes, at, end) ? -1 : date(bytes, at, end);
      case 'M' -> monthAndClock(bytes, at, end);
      case '~' -> blanks(bytes, at, end, signs[0] == '~' ? MOST_PADDING : MOST_BLANKS);
      default -> at < end && bytes[at] == sign ? at + 1 : -1;
    };
  }

  /** Returns the position after the blanks that pad a rank; −1 if there are too many. */
  static int padding(byte[] bytes, int from, int end) {
    return blanks(bytes, from, end, MOST_PADDING);
  }

  /**
   * Returns the position after the tag, further tags after colons, and the one blank behind them.
   */
  private static int tag(byte[] bytes, int from, int end) {
    if (from == end || (bytes[from] != 'P' && bytes[from] != 'F')) {
      return -1;
    }
    int at = from + 1;
    while (at < end && bytes[from + 1] == ':' && bytes[at] != ' ') {
      at++;
    }
    return at == end ? at : bytes[at] == ' ' ? at + 1 : -1;
  }

  /** Returns the position after a progress bar, its counts and its bracket. */
  private static int bar(byte[] bytes, int from, int end) {
    int most = Math.min(end, from + MOST_OF_A_BAR);
    int open = Bytes.indexOf(bytes, from + 1, most, (byte) '[');
    int close = open < 0 ? -1 : Bytes.indexOf(bytes, open, most, (byte) ']');
    return close < 0 || bytes[from] != '|' || bytes[close - 1] != 's' || bytes[close - 2] != '/'
        ? -1
        : close + 1;
  }

  private static int digits(byte[] bytes, int from, int end) {
    int at = from;
    while (at < end && at - from <= MAX_DIGITS && Bytes.isDigit(bytes[at])) {
      at++;
    }
    return at == from || at - from > MAX_DIGITS ? -1 : at;
  }

  private static int name(byte[] bytes, int from, int end) {
    int most = Math.min(end, from + MAX_NAME);
    int at = from;
    while (at < most && isName(bytes[at])) {
      at++;
    }
    return at == from ? -1 : at;
  }

  private static boolean isName(byte b) {
    return b > ' ' && b != ':' && b != '|' && "()[]<>\"'".indexOf(b) < 0;
  }

  private static int program(byte[] bytes, int from, int end) {
    int at = name(bytes, from, end);
    if (at < 0 || at == end || bytes[at] != '[') {
      return at;
    }
    int past = digits(bytes, at + 1, end);
    return past > 0 && past < end && bytes[past] == ']' ? past + 1 : -1;
  }

  private static int service(byte[] bytes, int from, int end) {
    int most = Math.min(end, from + MAX_NAME);
    int at = from;
    while (at < most && (isSmall(bytes[at]) || "_.-".indexOf(bytes[at]) >= 0)) {
      at++;
    }
    // Compose pads the names of all services to one width.
    return at == from || at == end || bytes[at] != ' ' ? -1 : at;
  }

  private static boolean isSmall(byte b) {
    return Bytes.isDigit(b) || (b >= 'a' && b <= 'z');
  }

  private static int blanks(byte[] bytes, int from, int end, int most) {
    int at = from;
    while (at < end && at - from <= most && bytes[at] == ' ') {
      at++;
    }
    return at - from > most ? -1 : at;
  }

  private static int date(byte[] bytes, int from, int end) {
    int at = Bytes.past(DATE, bytes, from, end);
    if (at < 0) {
      return -1;
    }
    at = fraction(bytes, at, end);
    if (at < end && bytes[at] == 'Z') {
      return at + 1;
    }
    if (at == end || (bytes[at] != '+' && bytes[at] != '-')) {
      return -1;
    }
    int hours = digits(bytes, at + 1, end);
    return hours > 0 && hours < end && bytes[hours] == ':' ? digits(bytes, hours + 1, end) : hours;
  }

  /**
   * Container runtimes write nanoseconds, directly followed by the line's text instead of a host.
   */
  private static boolean isNanoseconds(byte[] bytes, int from, int end) {
    int at = Bytes.past(DATE, bytes, from, end);
    return at > 0 && fraction(bytes, at, end) - at > MICROSECONDS;
  }

  private static int monthAndClock(byte[] bytes, int from, int end) {
    if (end - from < 16 || bytes[from + 3] != ' ' || bytes[from + 6] != ' ') {
      return -1;
    }
    boolean month = false;
    for (int i = 0; i < MONTHS.length && !month; i += 3) {
      month =
          bytes[from] == MONTHS[i]
              && bytes[from + 1] == MONTHS[i + 1]
              && bytes[from + 2] == MONTHS[i + 2];
    }
    boolean day =
        (bytes[from + 4] == ' ' || Bytes.isDigit(bytes[from + 4]))
            && Bytes.isDigit(bytes[from + 5]);
    int at = month && day ? Bytes.past(CLOCK, bytes, from + 7, end) : -1;
    return at < 0 ? -1 : fraction(bytes, at, end);
  }

  private static int fraction(byte[] bytes, int from, int end) {
    return from < end && bytes[from] == '.' ? digits(bytes, from + 1, end) : from;
  }
}
