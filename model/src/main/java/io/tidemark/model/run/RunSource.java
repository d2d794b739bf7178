package io.tidemark.model.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.tidemark.model.log.FileStatus;
import io.tidemark.model.log.SourceLabels;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Origin of the lines of a run.
 *
 * @param generation the generation of the file from which the run is read
 * @param nextOffset first byte of the generation not yet counted; of two records of one generation
 *     the higher one is newer
 * @param host the machine on which its lines were read; {@code null} if unknown
 * @param worker the writer of its lines; {@code null} if no line names one
 * @param labels labels that the operator gave its source, see {@link SourceLabels}; sorted by name;
 *     releases without labels wrote none
 * @param file the file from which it is read; {@code null} for a pipe, a replay or an earlier
 *     release
 * @param earlier the files before it of a log that was rotated; {@code null} for none
 */
public record RunSource(
    String generation,
    long nextOffset,
    @Nullable String host,
    @Nullable String worker,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
        Map<String, String> labels,
    @Nullable FileStatus file,
    @Nullable Earlier earlier) {

  /**
   * The files of a rotated log before the present one.
   *
   * @param first the generation with which it begins
   * @param bytes that all of them hold
   */
  public record Earlier(String first, long bytes) {}

  /** Creates the origin of a log with a single writer. */
  public RunSource(String generation, long nextOffset, @Nullable String host) {
    this(generation, nextOffset, host, null, Map.of(), null);
  }

  /** Creates the origin of a log that was not rotated. */
  public RunSource(
      String generation,
      long nextOffset,
      @Nullable String host,
      @Nullable String worker,
      Map<String, String> labels,
      @Nullable FileStatus file) {
    this(generation, nextOffset, host, worker, labels, file, null);
  }

  public RunSource {
    labels = SourceLabels.checked(labels);
  }

  /** The generation with which the log begins, however often it was rotated since. */
  public String firstGeneration() {
    return earlier == null ? generation : earlier.first();
  }

  /** Offset of the first byte not yet counted, from the beginning of the first generation. */
  public long offsetInLog() {
    return (earlier == null ? 0 : earlier.bytes()) + nextOffset;
  }

  /** Bytes of the file that are not yet counted; 0 if its size is unknown. */
  public long unreadBytes() {
    return file == null ? 0 : Math.max(0, file.sizeBytes() - nextOffset);
  }
}
