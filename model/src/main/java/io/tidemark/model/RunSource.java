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
 * @param file the file that it is read from; {@code null} of a pipe, a replay or an earlier release
 */
public record RunSource(
    String generation,
    long nextOffset,
    @Nullable String host,
    @Nullable String worker,
    Map<String, String> labels,
    @Nullable FileStatus file) {

  /** Lines of a log that one writes. */
  public RunSource(String generation, long nextOffset, @Nullable String host) {
    this(generation, nextOffset, host, null, Map.of(), null);
  }

  public RunSource {
    Objects.requireNonNull(generation, "generation");
    // Releases before there were labels wrote none.
    labels = SourceLabels.checked(Objects.requireNonNullElse(labels, Map.of()));
  }

  /** Bytes of the file that are not counted yet; 0 where its size is not known. */
  public long unreadBytes() {
    return file == null ? 0 : Math.max(0, file.sizeBytes() - nextOffset);
  }
}
