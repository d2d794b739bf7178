package io.tidemark.app.cli;

import io.tidemark.model.Refusal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class Durations {

  private static final Pattern FORM = Pattern.compile("(\\d{1,6})(s|m|h)");

  private Durations() {}

  /** Parses a time above 0. */
  static Duration positive(String option, String text) {
    Duration duration = parse(option, text);
    if (duration.isZero()) {
      throw new Refusal("%s '%s': want 1s or more".formatted(option, text));
    }
    return duration;
  }

  /** Parses seconds, minutes or hours, e.g. {@code 90s}. */
  static Duration parse(String option, String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new Refusal("%s '%s': want e.g. 90s, 5m or 1h".formatted(option, text));
    }
    long count = Long.parseLong(form.group(1));
    return switch (form.group(2)) {
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      default -> Duration.ofHours(count);
    };
  }
}
