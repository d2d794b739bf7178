/**
 * Determines when the lines of a complete log were written, from its dates.
 *
 * <pre>
 *   log ─ 1st pass ─▶ Dates ─▶ LogTimes ─ 2nd pass ─▶ slices with their times
 * </pre>
 */
package io.tidemark.app.times;
