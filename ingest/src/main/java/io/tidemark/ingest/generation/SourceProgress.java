package io.tidemark.ingest.generation;

import org.jspecify.annotations.Nullable;

/**
 * How far one log is shipped.
 *
 * @param source the log's name, key of its slices
 * @param label the file as the user knows it
 * @param generation id of its present generation, empty before its first line; {@code null} while
 *     the file is waited for
 * @param shippedBytes bytes acknowledged by the broker
 * @param sizeBytes size of the file when last looked at
 * @param rested whether the tailer has said that nothing follows for now
 */
public record SourceProgress(
    String source,
    String label,
    @Nullable String generation,
    long shippedBytes,
    long sizeBytes,
    boolean rested) {}
