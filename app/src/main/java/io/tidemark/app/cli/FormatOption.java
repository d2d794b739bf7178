package io.tidemark.app.cli;

import io.tidemark.analysis.LogSystems;
import io.tidemark.model.Refusal;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option for the single format by which lines are read. */
final class FormatOption {

  @Option(
      names = "--format",
      paramLabel = "NAME",
      completionCandidates = Names.class,
      description = {
        "reads lines by this format only",
        "allowed: ${COMPLETION-CANDIDATES}",
        "default: each line by each format"
      })
  @Nullable String format;

  /** One of the formats of {@link LogSystems#ALL}; {@code null} for all of them. */
  @Nullable String value() {
    if (format != null && !LogSystems.ALL.formats().names().contains(format)) {
      throw new Refusal(
          "--format %s: want one of %s"
              .formatted(format, String.join(", ", LogSystems.ALL.formats().names())));
    }
    return format;
  }

  /** The formats' names on the command line. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return LogSystems.ALL.formats().names().iterator();
    }
  }
}
