/**
 * Verdicts on runs, memories and plans. Each is a pure function of the board, and every output
 * shows its result instead of deriving its own.
 */
package io.tidemark.sink.verdict;
