package io.tidemark.model.event;

import org.jspecify.annotations.Nullable;

/**
 * The tensor whose allocation failed.
 *
 * @param shape sizes of its dimensions, such as {@code 1x8x4096}; empty for a scalar
 * @param type element type as printed
 * @param bytes size in memory, over all banks
 * @param location its place in the source or its op's full name; {@code null} if the log states
 *     none
 * @param proved whether its size is that of the failed request; otherwise it is the only result of
 *     the op that ran
 */
public record FailedTensor(
    String shape, String type, long bytes, @Nullable String location, boolean proved) {}
