package io.tidemark.app.cli;

import io.tidemark.model.Refusal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations of options. */
final class Durations {

  private static final Pattern FORM = Pattern.compile("0*([1-9]\\d{0,5})(s|m|h)");

  private Durations() {}

  /** Parses seconds, minutes or hours, e.g. {@code 90s}. */
  static Duration parse(String option, String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new Refusal("%s '%s': want 1s or more, e.g. 90s, 5m or 1h".formatted(option, text));
    }
    long count = Long.parseLong(form.group(1));
    return switch (form.group(2)) {
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      default -> Duration.ofHours(count);
    };
  }
}
