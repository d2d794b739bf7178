package io.tidemark.analysis.unwrap;

import org.jspecify.annotations.Nullable;

/**
 * What a writer wrote: one line, or some, {@code bytes[start, end)}.
 *
 * @param place of the first line of the file that holds some of it
 * @param cut whether it is the head of a line that was longer than a line may be
 * @param millis when it was written; {@code null} where nothing around it says so
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes are handed on, never compared
public record Unwrapped(
    byte[] bytes, int start, int end, Place place, boolean cut, @Nullable Long millis) {}
