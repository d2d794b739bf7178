package io.tidemark.analysis.date;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

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
  private static final Pattern COLOUR = Pattern.compile("\\x1b\\[[0-9;]*m");

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
    if (!mayHaveClock(bytes, start, start + length)) {
      return null;
    }
    String head = new String(bytes, start, length, ISO_8859_1);
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

  /** Most lines have no date; searching for {@code 1:2} is much cheaper than the patterns. */
  private static boolean mayHaveClock(byte[] bytes, int start, int end) {
    for (int i = start + 1; i < end - 1; i++) {
      if (bytes[i] == ':' && digit(bytes[i - 1]) && digit(bytes[i + 1])) {
        return true;
      }
    }
    return false;
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
