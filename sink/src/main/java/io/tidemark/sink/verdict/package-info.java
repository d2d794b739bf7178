/**
 * The verdicts about runs, memories and plans. Each is one pure function of the board; every
 * surface shows its answer and derives none of its own.
 */
@NullMarked
package io.tidemark.sink.verdict;

import org.jspecify.annotations.NullMarked;
