/**
 * Benchmarks: the parse of a whole file, and the time from a line's append to its figure on {@code
 * /metrics}. None of them asserts a time.
 */
package io.tidemark.bench;
