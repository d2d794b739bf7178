/**
 * Parses dates that loggers write at the start of a line, and determines from them when the lines
 * of a log, or of a part of it, were written.
 *
 * <pre>
 *   log ─ 1st pass ─▶ Dates ─▶ LogTimes ─ 2nd pass ─▶ slices with their times
 * </pre>
 */
package io.tidemark.analysis.date;
