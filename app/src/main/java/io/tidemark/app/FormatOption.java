package io.tidemark.app;

import io.tidemark.analysis.parse.Formats;
import io.tidemark.model.Refusal;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The format of a log, given by the user. */
final class FormatOption {

  @Option(
      names = "--format",
      paramLabel = "NAME",
      description =
          "read lines by this format only, e.g. tenstorrent; default: line by line by any")
  @Nullable String format;

  /** One of {@link Formats#names()}, or {@code null}. */
  @Nullable String value() {
    if (format != null && !Formats.names().contains(format)) {
      throw new Refusal(
          "--format %s: want one of %s".formatted(format, String.join(", ", Formats.names())));
    }
    return format;
  }
}
