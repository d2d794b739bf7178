package io.tidemark.analysis.unwrap;

/**
 * The start of a line in its file, and its writer.
 *
 * @param writer name from the wrappers; empty if there is none
 * @param number of the line within its generation, from 1
 */
public record LineStart(String writer, long offset, long number) {}
