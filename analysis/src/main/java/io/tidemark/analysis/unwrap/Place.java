package io.tidemark.analysis.unwrap;

/**
 * Where a line begins in its file, and who wrote it.
 *
 * @param writer as the wrappers name it; empty where none does
 * @param number of the line within its generation, from 1
 */
public record Place(String writer, long offset, long number) {}
