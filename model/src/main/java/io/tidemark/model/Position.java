package io.tidemark.model;

import org.jspecify.annotations.Nullable;

/**
 * How far a tailer has shipped one generation of a log, acknowledged by the broker: the value of
 * {@code tidemark.positions}, keyed by generation.
 *
 * @param source the log's name
 * @param file the file that holds the generation
 * @param offset first byte not yet acknowledged
 * @param lines how many lines lie before {@code offset}
 * @param marker hash of the up to 1 KiB before {@code offset}, which distinguishes a rewritten file
 * @param ended the generation is over and fully shipped
 * @param lineage its place among the generations of its source; {@code null} of an earlier release
 */
public record Position(
    String source,
    FileIdentity file,
    long offset,
    long lines,
    String marker,
    boolean ended,
    @Nullable Lineage lineage) {

  /** As an earlier release wrote it. */
  public Position(
      String source, FileIdentity file, long offset, long lines, String marker, boolean ended) {
    this(source, file, offset, lines, marker, ended, null);
  }

  /**
   * A file as its file system knows it.
   *
   * @param uri where the file was last seen, percent-encoded raw bytes
   * @param fileKey device and inode as the file system reports them
   * @param bornNanos birth time in nanoseconds since the epoch, 0 where the file system has none
   */
  public record FileIdentity(String uri, @Nullable String fileKey, long bornNanos) {}

  /**
   * By this the copies of a generation are known.
   *
   * @param number counts the generations of a source, from 1; 0: a file that is not to be read
   * @param prints hashes of the content at growing offsets
   * @param home the log's own path, as {@code uri}; the file may be in a folder for old logs
   */
  public record Lineage(long number, String prints, @Nullable String home) {}
}
