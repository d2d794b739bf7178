/**
 * Determines when the lines of a complete log were written, from its dates.
 *
 * <pre>
 *   log ─ 1st pass ─▶ Dates ─▶ LogTimes ─ 2nd pass ─▶ slices with their times
 * </pre>
 */
@NullMarked
package io.tidemark.app.times;

import org.jspecify.annotations.NullMarked;
