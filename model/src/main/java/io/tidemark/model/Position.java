package io.tidemark.model;

import org.jspecify.annotations.Nullable;

/**
 * How far a tailer has shipped one file life, acknowledged by the broker: the value of {@code
 * tidemark.positions}, keyed by generation.
 *
 * @param source the log's name
 * @param uri where the file was last seen, percent-encoded raw bytes
 * @param fileKey device and inode as the file system tells them
 * @param bornNanos birth time in nanoseconds since the epoch, 0 where the file system has none
 * @param offset first byte not yet acknowledged
 * @param lines how many lines lie before {@code offset}
 * @param marker hash of the up to 1 KiB before {@code offset}, by which a rewritten file is told
 * @param ended the life is over and fully shipped
 */
public record Position(
    String source,
    String uri,
    @Nullable String fileKey,
    long bornNanos,
    long offset,
    long lines,
    String marker,
    boolean ended) {}
