package io.tidemark.model;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where the lines of a run come from.
 *
 * @param generation the generation of the file that the run is read from
 * @param nextOffset first byte of the generation not yet counted; two records of one generation:
 *     the higher one is newer
 * @param host the machine that its lines were read on; {@code null} where it is not known
 * @param worker who of all that write into the log wrote its lines; {@code null} where no line
 *     names one
 * @param labels what its operator says of its source, see {@link SourceLabels}; sorted by name
 */
public record RunSource(
    String generation,
    long nextOffset,
    @Nullable String host,
    @Nullable String worker,
    Map<String, String> labels) {

  /** Lines of a source without labels. */
  public RunSource(
      String generation, long nextOffset, @Nullable String host, @Nullable String worker) {
    this(generation, nextOffset, host, worker, Map.of());
  }

  /** Lines of a log that one writes. */
  public RunSource(String generation, long nextOffset, @Nullable String host) {
    this(generation, nextOffset, host, null);
  }

  public RunSource {
    Objects.requireNonNull(generation, "generation");
    // Releases before there were labels wrote none.
    labels = SourceLabels.checked(Objects.requireNonNullElse(labels, Map.of()));
  }
}
