package io.tidemark.app;

import io.tidemark.model.Refusal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** How long a command that ends by itself waits for a broker that is away. */
final class PatienceOption {

  private static final Pattern FORM = Pattern.compile("(\\d{1,6})(s|m|h)");

  @Option(
      names = "--patience",
      defaultValue = "60s",
      paramLabel = "DURATION",
      description = "how long a broker that is away is waited for, e.g. 90s, 5m; default: 60s")
  String patience = "60s";

  Optional<Duration> told() {
    Matcher form = FORM.matcher(patience);
    if (!form.matches()) {
      throw new Refusal("--patience '%s': want e.g. 90s, 5m or 1h".formatted(patience));
    }
    long count = Long.parseLong(form.group(1));
    return Optional.of(
        switch (form.group(2)) {
          case "s" -> Duration.ofSeconds(count);
          case "m" -> Duration.ofMinutes(count);
          default -> Duration.ofHours(count);
        });
  }
}
