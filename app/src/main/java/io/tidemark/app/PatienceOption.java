package io.tidemark.app;

import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How long a command that ends by itself waits for a broker that is away. */
final class PatienceOption {

  @Option(
      names = "--patience",
      defaultValue = "60s",
      paramLabel = "DURATION",
      description = "how long a broker that is away is waited for, e.g. 90s, 5m; default: 60s")
  String patience = "60s";

  Optional<Duration> value() {
    return Optional.of(Durations.parse("--patience", patience));
  }
}
