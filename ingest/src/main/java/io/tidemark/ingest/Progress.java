package io.tidemark.ingest;

import org.jspecify.annotations.Nullable;

/**
 * How far one log is shipped.
 *
 * @param source the log's name, key of its slices
 * @param path as the user knows the file
 * @param generation id of the file's present generation; {@code null} while the file is waited for
 * @param shippedBytes acknowledged by the broker, in bytes of this generation
 * @param sizeBytes the file's size when last looked at
 */
public record Progress(
    String source, String path, @Nullable String generation, long shippedBytes, long sizeBytes) {}
