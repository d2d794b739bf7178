package io.tidemark.analysis.unwrap;

import org.jspecify.annotations.Nullable;

/**
 * Text of a writer, with one or more lines: {@code bytes[start, end)}.
 *
 * @param place of the first line of the file that holds a part of it
 * @param cut whether it is only the head of a line above the length limit
 * @param millis time of writing; {@code null} if nothing around it states one
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes are handed on, never compared
public record Unwrapped(
    byte[] bytes, int start, int end, LineStart place, boolean cut, @Nullable Long millis) {}
