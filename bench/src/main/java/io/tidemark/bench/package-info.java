/**
 * Measures: one line's parse (JMH), a whole file's parse, and the time from a line's append to its
 * figure on {@code /metrics}. Nothing here asserts a time.
 */
@NullMarked
package io.tidemark.bench;

import org.jspecify.annotations.NullMarked;
