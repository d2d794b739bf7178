package io.tidemark.analysis.date;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tidemark.analysis.line.Bytes;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The date formats that loggers write at the start of a line, after a rank, a name and a level. A
 * date later in a line is part of its text.
 */
public enum Notation {
  /** {@code 2026-06-19 09:26:13.108}, Python's {@code 13,108}, ISO 8601 with a zone, slashes. */
  DATE(
      "(?<year>\\d{4})[-/](?<month>\\d\\d)[-/](?<day>\\d\\d)[T ]"
          + Notation.CLOCK
          + "(?<zone>Z|[+-]\\d\\d:?\\d\\d)?"),
  /** Abseil before its own log is set up: {@code I0000 00:00:1795218093.080842}. */
  ABSEIL_EPOCH("[IWEF]0000 00:00:(?<epoch>\\d{9,11})\\.(?<fraction>\\d{1,9})"),
  /** glog and Abseil: {@code I0619 09:26:13.108000}. */
  GLOG("[IWEF](?<month>\\d\\d)(?<day>\\d\\d) " + Notation.CLOCK),
  /** vLLM: {@code INFO 06-19 09:25:35}; detectron2: {@code [06/19 09:25:35 d2}. */
  MONTH_AND_DAY("(?<month>\\d\\d)[-/](?<day>\\d\\d) " + Notation.CLOCK);

  private static final String CLOCK =
      "(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)(?:[.,](?<fraction>\\d{1,9}))?";
  private static final String BEFORE =
      "(?:\\[\\d+,\\d+\\]<std(?:out|err)>:\\s?|\\[(?:rank:? ?|default)?\\d{1,6}\\][: ] ?|\\d{1,6}: )?"
          + "(?:\\([^)]{1,160}\\) |\\[[A-Za-z][\\w.-]{0,31}\\] )?"
          + "(?:(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL):? +)?\\[?";
  private static final Pattern COLOUR = Pattern.compile("\\x1b\\[[0-9;]*[mK]");

  private static final String SHAPE = "0000-00-00 00:00:00";

  /** The first three letters of each level. */
  private static final byte[] LEVELS = Bytes.of("TRADEBINFWARERRCRIFAT");

  /** Limit of bytes for the date and everything before it, including colours. */
  private static final int MAX_HEAD = 288;

  private static final Notation[] ALL = values();

  @SuppressWarnings("ImmutableEnumChecker") // a Pattern is immutable
  private final Pattern pattern;

  Notation(String date) {
    this.pattern = Pattern.compile(BEFORE + date);
  }

  /** Returns the date at the start of {@code bytes[start, end)}; {@code null} if there is none. */
  public static @Nullable LogDate read(byte[] bytes, int start, int end) {
    int length = Math.min(end - start, MAX_HEAD);
    if (!mayBegin(bytes, start, start + length) || !mayHaveClock(bytes, start, start + length)) {
      return null;
    }
    if (isPlain(bytes, start, start + length)) {
      return plain(bytes, start, start + length);
    }
    return byPattern(bytes, start, start + length);
  }

  static @Nullable LogDate byPattern(byte[] bytes, int start, int end) {
    String head = new String(bytes, start, end - start, ISO_8859_1);
    String plain = head.indexOf('\u001b') < 0 ? head : COLOUR.matcher(head).replaceAll("");
    for (Notation notation : ALL) {
      Matcher matcher = notation.pattern.matcher(plain);
      if (matcher.lookingAt()) {
        try {
          return notation.date(matcher);
        } catch (DateTimeException e) {
          return null; // digits in the form of a date, such as 13-45
        }
      }
    }
    return null;
  }

  /** Whether a rank, a name, a level or a date may begin there, behind colours. */
  private static boolean mayBegin(byte[] bytes, int start, int end) {
    int at = start;
    while (at + 2 < end && bytes[at] == '\u001b') {
      at = Math.max(at + 1, Bytes.skipColours(bytes, at, end));
    }
    if (at + 2 >= end || digit(bytes[at]) || bytes[at] == '[' || bytes[at] == '(') {
      return at + 2 < end;
    }
    if (bytes[at + 1] == '\u001b' || bytes[at + 2] == '\u001b') {
      return true;
    }
    if (digit(bytes[at + 1])) {
      return "IWEF".indexOf(bytes[at]) >= 0;
    }
    for (int i = 0; i < LEVELS.length; i += 3) {
      if (bytes[at] == LEVELS[i]
          && bytes[at + 1] == LEVELS[i + 1]
          && bytes[at + 2] == LEVELS[i + 2]) {
        return true;
      }
    }
    return false;
  }

  /**
   * Most lines have no date; searching for a clock behind a day is much cheaper than the patterns,
   * which alone know what colours part.
   */
  private static boolean mayHaveClock(byte[] bytes, int start, int end) {
    for (int i = start + 1; i < end - 1; i++) {
      if (bytes[i] == '\u001b') {
        return true;
      }
      if (i >= start + 6 && bytes[i] == ':' && digit(bytes[i - 1]) && digit(bytes[i + 1])) {
        byte before = bytes[i - 3];
        byte beforeDay = bytes[i - 6];
        boolean dated = beforeDay == '-' || beforeDay == '/' || digit(beforeDay);
        if ((before == ' ' || before == 'T') && dated) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a {@link #DATE} without an offset begins there, which most dates are. */
  private static boolean isPlain(byte[] bytes, int start, int end) {
    if (end - start < SHAPE.length()) {
      return false;
    }
    for (int i = 0; i < SHAPE.length(); i++) {
      byte found = bytes[start + i];
      boolean fits =
          switch (SHAPE.charAt(i)) {
            case '0' -> digit(found);
            case '-' -> found == '-' || found == '/';
            case ' ' -> found == ' ' || found == 'T';
            default -> found == ':';
          };
      if (!fits) {
        return false;
      }
    }
    int past = fractionEnd(bytes, start + SHAPE.length(), end);
    // An offset, and what a colour parts, are for the pattern.
    return past == end || "+-.,\u001b".indexOf(bytes[past]) < 0;
  }

  /** Reads a date that {@link #isPlain}; {@code null} for one such as 13-45. */
  private static @Nullable LogDate plain(byte[] bytes, int start, int end) {
    int from = start + SHAPE.length();
    int past = fractionEnd(bytes, from, end);
    int nanos = 0;
    for (int i = from + 1; i <= from + 9; i++) {
      nanos = nanos * 10 + (i < past ? bytes[i] - '0' : 0);
    }
    try {
      LocalDateTime local =
          LocalDateTime.of(
              100 * two(bytes, start) + two(bytes, start + 2),
              two(bytes, start + 5),
              two(bytes, start + 8),
              two(bytes, start + 11),
              two(bytes, start + 14),
              two(bytes, start + 17),
              nanos);
      boolean utc = past < end && bytes[past] == 'Z';
      return new LogDate(local, utc ? ZoneOffset.UTC : null, false, past == from);
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** The end of up to nine digits behind a point or a comma; the position itself for none. */
  private static int fractionEnd(byte[] bytes, int from, int end) {
    if (from + 1 >= end || (bytes[from] != '.' && bytes[from] != ',') || !digit(bytes[from + 1])) {
      return from;
    }
    int past = from + 1;
    while (past < end && past <= from + 9 && digit(bytes[past])) {
      past++;
    }
    return past;
  }

  private static int two(byte[] bytes, int at) {
    return (bytes[at] - '0') * 10 + bytes[at + 1] - '0';
  }

  private static boolean digit(byte at) {
    return at >= '0' && at <= '9';
  }

  private LogDate date(Matcher found) {
    String fraction = found.group("fraction");
    int nanos = fraction == null ? 0 : Integer.parseInt((fraction + "00000000").substring(0, 9));
    if (this == ABSEIL_EPOCH) {
      Instant instant = Instant.ofEpochSecond(Long.parseLong(found.group("epoch")), nanos);
      return new LogDate(
          LocalDateTime.ofInstant(instant, ZoneOffset.UTC), ZoneOffset.UTC, false, false);
    }
    LocalDateTime local =
        LocalDateTime.of(
            this == DATE ? number(found, "year") : LogDate.NO_YEAR,
            number(found, "month"),
            number(found, "day"),
            number(found, "hour"),
            number(found, "minute"),
            number(found, "second"),
            nanos);
    String zone = this == DATE ? found.group("zone") : null;
    return new LogDate(
        local, zone == null ? null : ZoneOffset.of(zone), this != DATE, fraction == null);
  }

  private static int number(Matcher found, String group) {
    return Integer.parseInt(found.group(group));
  }
}
