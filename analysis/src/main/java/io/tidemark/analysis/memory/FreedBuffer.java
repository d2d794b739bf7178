package io.tidemark.analysis.memory;

import org.jspecify.annotations.Nullable;

/**
 * A buffer freed between two blocks, as named by the log.
 *
 * @param producer the op whose result it was; {@code null} if the log does not state it
 * @param bytes size; with several buffers, the weight for dividing the freed bytes
 */
public record FreedBuffer(String memory, @Nullable String producer, long bytes) {}
