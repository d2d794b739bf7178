package io.tidemark.analysis.line;

import java.util.Locale;

/**
 * The parts of {@link WrapperTemplate}: each returns the position after it, −1 if it is not there.
 */
final class WrapperSigns {

  private static final int MAX_DIGITS = 13;

  private static final int MOST_OF_A_BAR = 1024;
  static final int MOST_BLANKS = 64;

  /** Length of a fraction of microseconds with its point. */
  private static final int MICROSECONDS = 7;

  static final int MOST_PADDING = 7;
  private static final int MAX_NAME = 253;

  /** Letters before the number of a host; fewer are a variable. */
  private static final int LEAST_STEM = 3;

  /** The end of a unit of systemd, whose messages begin with the unit as with a host. */
  private static final String UNIT = ".service";

  /** Length of the last part of a pod's name. */
  private static final int RANDOM = 5;

  private static final byte[] VALUE = Bytes.of("=\"");
  private static final byte[] CLOSE = Bytes.of("\"}");
  private static final byte[] MONTHS = Bytes.of("JanFebMarAprMayJunJulAugSepOctNovDec");
  private static final byte[] CLOCK = Bytes.of("00:00:00");
  private static final byte[] DATE = Bytes.of("0000-00-00T00:00:00");
  private static final byte[] PLAIN = Bytes.of("0000-00-00 00:00:00");

  private WrapperSigns() {}

  /** Returns the position after the blanks that pad a rank; −1 if there are too many. */
  static int padding(byte[] bytes, int from, int end) {
    return blanks(bytes, from, end, MOST_PADDING);
  }

  /**
   * Returns the position after the tag, further tags after colons, and the one blank behind them.
   */
  static int tag(byte[] bytes, int from, int end) {
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
  static int bar(byte[] bytes, int from, int end) {
    int most = Math.min(end, from + MOST_OF_A_BAR);
    int open = Bytes.indexOf(bytes, from + 1, most, (byte) '[');
    int close = open < 0 ? -1 : Bytes.indexOf(bytes, open, most, (byte) ']');
    return close < 0 || bytes[from] != '|' || bytes[close - 1] != 's' || bytes[close - 2] != '/'
        ? -1
        : close + 1;
  }

  static int digits(byte[] bytes, int from, int end) {
    int at = from;
    while (at < end && at - from <= MAX_DIGITS && Bytes.isDigit(bytes[at])) {
      at++;
    }
    return at == from || at - from > MAX_DIGITS ? -1 : at;
  }

  static int name(byte[] bytes, int from, int end) {
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

  static int program(byte[] bytes, int from, int end) {
    int at = from < end && Bytes.isDigit(bytes[from]) ? -1 : name(bytes, from, end);
    if (at < 0 || at == end || bytes[at] != '[') {
      return at;
    }
    int past = digits(bytes, at + 1, end);
    return past > 0 && past < end && bytes[past] == ']' ? past + 1 : -1;
  }

  static int service(byte[] bytes, int from, int end) {
    int most = Math.min(end, from + MAX_NAME);
    int at = from;
    while (at < most && (isSmall(bytes[at]) || "_.-".indexOf(bytes[at]) >= 0)) {
      at++;
    }
    return at == from || at == end ? -1 : at;
  }

  static int host(byte[] bytes, int from, int end) {
    int past = service(bytes, from, end);
    int dot = past < 0 ? -1 : Bytes.indexOf(bytes, from, past, (byte) '.');
    int label = dot < 0 ? past : dot;
    int stem = label;
    while (stem > from && Bytes.isDigit(bytes[stem - 1])) {
      stem--;
    }
    boolean named = stem - from >= LEAST_STEM && stem < label;
    return named && !Bytes.text(bytes, label, past).equals(UNIT) ? past : -1;
  }

  static int pod(byte[] bytes, int from, int end) {
    int past = service(bytes, from, end);
    int dash = past - 1;
    boolean number = true;
    while (dash > from && bytes[dash] != '-') {
      number &= Bytes.isDigit(bytes[dash--]);
    }
    boolean named = past - dash > 1 && (number || past - dash == 1 + RANDOM);
    return dash > from && named ? past : -1;
  }

  static boolean isSmall(byte b) {
    return Bytes.isDigit(b) || (b >= 'a' && b <= 'z');
  }

  /** Whether a logger that writes a sign behind its date wrote the date. */
  static boolean isOwnDate(byte[] bytes, int from, int end) {
    int at = Bytes.skipBlanks(bytes, from, end);
    return at + 1 < end
        && ("|:,".indexOf(bytes[at]) >= 0
            || (at == from && bytes[at] == '-' && bytes[at + 1] == ' ')
            || (bytes[at] == '(' && (bytes[at + 1] == ' ' || Bytes.isDigit(bytes[at + 1]))));
  }

  /** Whether a text begins that no sentence goes on with. */
  static boolean begins(byte[] bytes, int from, int end) {
    int at = from;
    while (at < end && (Bytes.isWord(bytes[at]) || bytes[at] == '.')) {
      at++;
    }
    if (at == from) {
      return at == end || " [{(".indexOf(bytes[at]) >= 0;
    }
    boolean coded = Bytes.isDigit(bytes[from]) || Bytes.isDigit(bytes[from + 1]);
    boolean ended = at + 1 < end && (bytes[at] == ':' || bytes[at + 1] == '|');
    String word = Bytes.text(bytes, from, at).toLowerCase(Locale.ROOT);
    return coded || ended || WrapperSteps.LEVELS.contains(word);
  }

  static int stream(byte[] bytes, int from, int end) {
    boolean there =
        end - from > 3
            && Bytes.isWord(bytes[from])
            && Bytes.isWord(bytes[from + 1])
            && (bytes[from + 2] == 'O' || bytes[from + 2] == 'E')
            && (bytes[from + 3] == ' ' || bytes[from + 3] == '+');
    return there ? from + 4 : -1;
  }

  static int labels(byte[] bytes, int from, int end) {
    int most = Math.min(end, from + MOST_OF_A_BAR);
    int value = from < end && bytes[from] == '{' ? Bytes.indexOf(bytes, from, most, VALUE) : -1;
    int close = value < 0 ? -1 : Bytes.indexOf(bytes, value, most, CLOSE);
    return close < 0 || bytes[from + 1] == '"' ? -1 : close + CLOSE.length;
  }

  /** Returns the position after the elements of structured data. */
  static int data(byte[] bytes, int from, int end) {
    int at = from;
    while (at < end && bytes[at] == '[') {
      do {
        at++;
      } while (at < end && (bytes[at] != ']' || bytes[at - 1] == '\\'));
      at++;
    }
    return at > from && at < end ? at : from < end && bytes[from] == '-' ? from + 1 : -1;
  }

  static int blanks(byte[] bytes, int from, int end, int most) {
    int at = from;
    while (at < end && at - from <= most && bytes[at] == ' ') {
      at++;
    }
    return at - from > most ? -1 : at;
  }

  static int plainDate(byte[] bytes, int from, int end) {
    int at = Bytes.past(PLAIN, bytes, from, end);
    return at < end && at > 0 && bytes[at] == ','
        ? digits(bytes, at + 1, end)
        : fraction(bytes, at, end);
  }

  static int date(byte[] bytes, int from, int end) {
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
  static boolean isNanoseconds(byte[] bytes, int from, int end) {
    int at = Bytes.past(DATE, bytes, from, end);
    return at > 0 && fraction(bytes, at, end) - at > MICROSECONDS;
  }

  static int monthAndClock(byte[] bytes, int from, int end) {
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
    return from >= 0 && from < end && bytes[from] == '.' ? digits(bytes, from + 1, end) : from;
  }
}
