package io.tidemark.app.cli;

import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Time that a command waits for an unreachable broker. */
final class PatienceOption {

  @Option(
      names = "--patience",
      paramLabel = "DURATION",
      description = {
        "time to wait for an unreachable broker",
        "allowed: a whole number with s, m or h, e.g. 90s, 5m, 1h",
        "default: ${DEFAULT-VALUE}"
      })
  String patience = "60s";

  Optional<Duration> value() {
    return Optional.of(Durations.parse("--patience", patience));
  }
}
