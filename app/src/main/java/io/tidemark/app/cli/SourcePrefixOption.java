package io.tidemark.app.cli;

import io.tidemark.ingest.checkpoint.SourcePrefix;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --source-prefix}: distinguishes logs with one name on several hosts. */
final class SourcePrefixOption {

  @Option(
      names = "--source-prefix",
      paramLabel = "NAME",
      description = {
        "begins the name of every source with NAME/, the same at every start; give each of several"
            + " hosts its own where their logs have the same names",
        "allowed: 1 to 100 of the characters a-z A-Z 0-9 . _ -",
        "default: none"
      })
  @Nullable String name;

  SourcePrefix value() {
    return name == null ? SourcePrefix.NONE : SourcePrefix.of(name);
  }
}
