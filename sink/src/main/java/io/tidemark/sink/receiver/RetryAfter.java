package io.tidemark.sink.receiver;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** The header by which an overloaded receiver states when it wants to be asked again. */
final class RetryAfter {

  /** A longer one is a mistake of the receiver. */
  static final long LONGEST_MILLIS = Duration.ofMinutes(5).toMillis();

  private RetryAfter() {}

  /** Milliseconds from now, 0 without the header: seconds or a date. */
  static long millis(HttpHeaders headers) {
    String text = headers.firstValue("Retry-After").orElse("0").strip();
    long millis;
    try {
      millis =
          text.matches("\\d{1,9}")
              ? Duration.ofSeconds(Long.parseLong(text)).toMillis()
              : Duration.between(
                      Instant.now(),
                      ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant())
                  .toMillis();
    } catch (DateTimeException e) {
      return 0;
    }
    return Math.min(LONGEST_MILLIS, Math.max(0, millis));
  }
}
