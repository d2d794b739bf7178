package io.tidemark.app;

import io.tidemark.analysis.LogSystems;
import io.tidemark.analysis.line.Formats;
import io.tidemark.model.Refusal;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a log is, told by its reader. */
final class FormatOption {

  @Option(
      names = "--format",
      paramLabel = "NAME",
      description =
          "read lines by this format only, e.g. tenstorrent; unless told, line by line by any")
  @Nullable String format;

  /** One of {@link Formats#names()}, or {@code null}. */
  @Nullable String told() {
    if (format != null && !LogSystems.ALL.formats().names().contains(format)) {
      throw new Refusal(
          "--format %s: want one of %s"
              .formatted(format, String.join(", ", LogSystems.ALL.formats().names())));
    }
    return format;
  }
}
