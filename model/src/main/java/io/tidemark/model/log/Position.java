package io.tidemark.model.log;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.Nulls;
import org.jspecify.annotations.Nullable;

/**
 * A tailer's position in one generation of a log, acknowledged by the broker: the value of {@code
 * tidemark.positions}, keyed by generation.
 *
 * @param source the log's name
 * @param file the file that holds the generation
 * @param offset first byte not yet acknowledged
 * @param lines number of lines before {@code offset}
 * @param marker hash of up to 1 KiB before {@code offset}, to detect a rewritten file
 * @param ended whether the generation is over and fully shipped
 * @param lineage its place among the generations of its source; the reader of an untrusted record
 *     refuses a missing one, after the path
 */
public record Position(
    String source,
    @JsonUnwrapped FileIdentity file,
    long offset,
    long lines,
    String marker,
    boolean ended,
    @JsonSetter(nulls = Nulls.SET) Lineage lineage) {

  /**
   * Identity of a file in its file system.
   *
   * @param uri last known path, as percent-encoded raw bytes
   * @param fileKey device and inode as reported by the file system
   * @param bornNanos birth time in nanoseconds since the epoch; 0 if the file system has none
   */
  public record FileIdentity(String uri, @Nullable String fileKey, long bornNanos) {}

  /**
   * Identifies the copies of a generation.
   *
   * @param number number of the generation in its source, from 1; 0 for a file that must not be
   *     read
   * @param prints hashes of the content at growing offsets
   * @param home the log's own path, as {@code uri}; the file may be in a folder for old logs;
   *     {@code null} for standard input
   * @param follows the generation before it, if the log was rotated between the two; else {@code
   *     null}
   * @param claimedBytes length of the file as it was last seen, while nothing of it was shipped;
   *     else {@code null}
   */
  public record Lineage(
      long number,
      String prints,
      @Nullable String home,
      @Nullable String follows,
      @Nullable Long claimedBytes) {

    /** Creates the lineage of a generation that follows none. */
    public Lineage(long number, String prints, @Nullable String home) {
      this(number, prints, home, null, null);
    }
  }
}
