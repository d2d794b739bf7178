/**
 * When the lines of a log at rest were written, by the dates in it.
 *
 * <pre>
 *   log ─ 1st pass ─▶ Dates ─▶ LogTimes ─ 2nd pass ─▶ slices with their times
 * </pre>
 */
@NullMarked
package io.tidemark.app.times;

import org.jspecify.annotations.NullMarked;
