/**
 * Parses bytes into lines and facts, for all systems. {@link io.tidemark.analysis.line.Formats}
 * finds the format of a line and parses it. A line of no format costs almost nothing. Stateless.
 *
 * <pre>
 *   bytes ─▶ LineScan ─ needles, first and last byte ─▶ LineFormat ─▶ Fact | Rejected | Ignored
 * </pre>
 */
@NullMarked
package io.tidemark.analysis.line;

import org.jspecify.annotations.NullMarked;
