package io.tidemark.app;

import io.tidemark.ingest.IngestConfig;
import io.tidemark.model.Refusal;
import java.util.Locale;

/** {@code --from}: where reading begins in a log that is new to Tidemark. */
final class FromOption {

  private FromOption() {}

  static IngestConfig.From named(String name) {
    try {
      return IngestConfig.From.valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new Refusal("--from " + name + ": want start or end");
    }
  }
}
