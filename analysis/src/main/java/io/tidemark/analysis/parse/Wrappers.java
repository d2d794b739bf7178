package io.tidemark.analysis.parse;

/**
 * Steps over what carried a line to the log and wrote itself before it: launchers, container
 * runtimes, system loggers, and colours. Several may stand one after the other, in any order. The
 * line counts as if it stood bare. The table:
 *
 * <pre>
 *   #  digits, the first byte after them no digit        R  the same; they are the line's rank
 *   N  a name: no blank, bracket, colon or bar            P  a name, maybe with its [pid]
 *   C  a name in small letters, as compose gives          D  2026-11-22T05:54:09.123456789Z, any zone
 *   M  Nov 22 05:54:09                                    ~  blanks, or none
 *   else the byte itself
 * </pre>
 */
final class Wrappers {

  private static final String[] TABLE = {
    "[#,R]<stdout>:", // mpirun --tag-output
    "[#,R]<stderr>:",
    "[rankR]: ", // torchrun
    "[defaultR]:",
    "[pod/N] ", // kubectl logs --prefix
    "(pid=#) ", // Ray, and vLLM's processes
    "(pid=#, ip=N) ",
    "(N pid=#) ",
    "(N pid=#, ip=N) ",
    "D stdout F ", // CRI: a node's own files of containers
    "D stderr F ",
    "D N P: ", // syslog, journalctl -o short-iso
    "D ", // docker logs --timestamps, kubectl logs --timestamps
    "M N P: ", // journalctl, syslog
    "<#>M N P: ",
    "C~| ", // docker compose
    "~R: ", // srun --label
  };

  private static final byte[][] TEMPLATES = templates();

  /** By a line's first byte: a bit for each row that may begin with it. */
  private static final int[] BY_FIRST = byFirst();

  /** More than ever carry a line, colours and blanks among them. */
  static final int MOST = 12;

  private static final int MOST_BLANKS = 64;
  private static final int MOST_PADDING = 7;
  private static final int MAX_NAME = 253;
  private static final int MAX_DIGITS = 9;
  private static final byte[] MONTHS = Bytes.of("JanFebMarAprMayJunJulAugSepOctNovDec");
  private static final byte[] CLOCK = Bytes.of("00:00:00");
  private static final byte[] DATE = Bytes.of("0000-00-00T00:00:00");

  private Wrappers() {}

  private static byte[][] templates() {
    byte[][] templates = new byte[TABLE.length][];
    for (int i = 0; i < templates.length; i++) {
      templates[i] = Bytes.of(TABLE[i]);
    }
    return templates;
  }

  private static int[] byFirst() {
    int[] rows = new int[1 << Byte.SIZE];
    for (int i = 0; i < TEMPLATES.length; i++) {
      for (int b = 0; b < rows.length; b++) {
        rows[b] |= mayBegin(TEMPLATES[i][0], (byte) b) ? 1 << i : 0;
      }
    }
    return rows;
  }

  private static boolean mayBegin(byte sign, byte first) {
    return switch (sign) {
      case 'D' -> Bytes.isDigit(first);
      case 'M' -> "JFMASOND".indexOf(first) >= 0;
      case 'C' -> isSmall(first);
      case '~' -> first == ' ' || Bytes.isDigit(first);
      default -> sign == first;
    };
  }

  /** Where what its logger wrote begins in the line {@code bytes[start, end)}. */
  static int end(byte[] bytes, int start, int end) {
    byte first = bytes[start];
    if (BY_FIRST[first & 0xff] == 0 && first != Bytes.ESCAPE) {
      return start;
    }
    int at = start;
    int past = next(bytes, start, start, end);
    for (int left = MOST; left > 0 && past > at; left--) {
      at = past;
      past = next(bytes, start, at, end);
    }
    return at;
  }

  /**
   * Past the one wrapper, or the colours, at {@code from}; {@code from} when none stands there. A
   * blank after a wrapper is one more when it stands alone: some write one, others none.
   */
  static int next(byte[] bytes, int start, int from, int end) {
    int at = skipColours(bytes, from, end);
    if (at > from || at == end) {
      return at;
    }
    int row = row(bytes, at, end);
    if (row >= 0) {
      return match(TEMPLATES[row], bytes, at, end);
    }
    return from > start && bytes[at] == ' ' && (at + 1 == end || bytes[at + 1] != ' ')
        ? at + 1
        : at;
  }

  /**
   * The rank that a wrapper in {@code bytes[start, from)} names, the innermost; {@code 0} if none
   * does.
   */
  static String rank(byte[] bytes, int start, int from) {
    String rank = "0";
    if (skipColours(bytes, start, from) == from) {
      return rank;
    }
    int at = start;
    int past = next(bytes, start, start, from);
    while (past > at) {
      int row = row(bytes, at, from);
      if (row >= 0 && TABLE[row].indexOf('R') >= 0) {
        rank = Long.toString(lastNumber(bytes, at, past));
      }
      at = past;
      past = next(bytes, start, at, from);
    }
    return rank;
  }

  /** The process that Ray names in {@code bytes[start, from)}, empty if it does not. */
  static String process(byte[] bytes, int start, int from) {
    int pid = Bytes.indexOf(bytes, start, from, PID);
    if (pid < 0) {
      return "";
    }
    int to = pid + PID.length;
    while (to < from && Bytes.isDigit(bytes[to])) {
      to++;
    }
    return Bytes.text(bytes, pid + PID.length, to);
  }

  private static final byte[] PID = Bytes.of("pid=");

  /** The digits last before a bracket or colon: a rank is followed by one. */
  private static long lastNumber(byte[] bytes, int from, int to) {
    int past = from;
    while (past < to && bytes[past] != ']' && bytes[past] != ':') {
      past++;
    }
    int first = past;
    while (first > from && Bytes.isDigit(bytes[first - 1])) {
      first--;
    }
    return new Cursor(bytes, first, past).number(MAX_DIGITS);
  }

  private static int skipColours(byte[] bytes, int from, int end) {
    int at = from;
    while (at < end && bytes[at] == Bytes.ESCAPE) {
      int past = Bytes.skipColour(bytes, at, end);
      if (past == at) {
        return at;
      }
      at = past;
    }
    return at;
  }

  /** Whether a row may stand here, by a byte or two: most lines of most logs have none. */
  private static boolean mayStand(byte[] bytes, int at, int end) {
    if (end - at < 3) {
      return false;
    }
    byte first = bytes[at];
    byte second = bytes[at + 1];
    if (Bytes.isDigit(first)) {
      boolean dated = end - at > 10 && Bytes.isDigit(bytes[at + 3]) && bytes[at + 4] == '-';
      return dated ? bytes[at + 10] == 'T' : true;
    }
    return switch (first) {
      case '[' -> Bytes.isDigit(second) || second == 'r' || second == 'd' || second == 'p';
      case ' ' -> isPadded(bytes, at, end);
      case 'J', 'F', 'M', 'A', 'S', 'O', 'N', 'D' ->
          end - at > 16 && bytes[at + 3] == ' ' && bytes[at + 6] == ' ';
      default -> true;
    };
  }

  private static boolean isPadded(byte[] bytes, int from, int end) {
    int past = blanks(bytes, from, end, MOST_PADDING);
    return past > 0 && past < end && Bytes.isDigit(bytes[past]);
  }

  /** The first row of the table that stands at {@code at}, −1 for none. */
  private static int row(byte[] bytes, int at, int end) {
    if (BY_FIRST[bytes[at] & 0xff] == 0 || !mayStand(bytes, at, end)) {
      return -1;
    }
    for (int rest = BY_FIRST[bytes[at] & 0xff]; rest != 0; rest &= rest - 1) {
      int row = Integer.numberOfTrailingZeros(rest);
      if (match(TEMPLATES[row], bytes, at, end) >= 0) {
        return row;
      }
    }
    return -1;
  }

  /** Where the template ends when it stands at {@code from}, else −1. */
  private static int match(byte[] template, byte[] bytes, int from, int end) {
    int at = from;
    for (byte sign : template) {
      int past =
          switch (sign) {
            case '#', 'R' -> digits(bytes, at, end);
            case 'N' -> name(bytes, at, end);
            case 'P' -> program(bytes, at, end);
            case 'C' -> service(bytes, at, end);
            case 'D' -> date(bytes, at, end);
            case 'M' -> monthAndClock(bytes, at, end);
            case '~' -> blanks(bytes, at, end, template[0] == '~' ? MOST_PADDING : MOST_BLANKS);
            default -> at < end && bytes[at] == sign ? at + 1 : -1;
          };
      // A program may colour what it writes before a line, too.
      at = past < 0 ? -1 : skipColours(bytes, past, end);
      if (at < 0) {
        return -1;
      }
    }
    return at;
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
    return b > ' ' && b != ':' && b != '|' && "()[]\"'".indexOf(b) < 0;
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
    // Blanks fill up the names of all services to one width.
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
