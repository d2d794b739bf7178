package io.tidemark.app.cli;

import io.tidemark.ingest.IngestConfig;
import io.tidemark.model.Refusal;
import java.util.Locale;
import picocli.CommandLine.Option;

/** {@code --from}: where reading begins in a log that is new to Tidemark. */
final class FromOption {

  @Option(
      names = "--from",
      defaultValue = "start",
      paramLabel = "PLACE",
      description = {
        "where reading begins in a log that is new to Tidemark",
        "allowed: start, end",
        "default: ${DEFAULT-VALUE}"
      })
  String place = "start";

  IngestConfig.From value() {
    try {
      return IngestConfig.From.valueOf(place.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new Refusal("--from " + place + ": want start or end");
    }
  }
}
