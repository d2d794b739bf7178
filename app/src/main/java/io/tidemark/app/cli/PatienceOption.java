package io.tidemark.app.cli;

import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Time that a command waits for an unreachable broker. */
final class PatienceOption {

  @Option(names = "--patience", paramLabel = "DURATION")
  String patience = "60s";

  Optional<Duration> value() {
    return Optional.of(Durations.parse("--patience", patience));
  }
}
