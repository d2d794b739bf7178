package io.tidemark.analysis.memory;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A program that runs within another one, starting at the op that contains it.
 *
 * @param op {@code null} for a program that no op contains
 * @param usedBytes by memory, at the snapshot of the op
 */
public record Span(String program, @Nullable String op, Map<String, Long> usedBytes) {}
