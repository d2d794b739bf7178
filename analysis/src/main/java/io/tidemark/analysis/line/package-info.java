/**
 * Bytes to lines to facts, as all systems share it. {@link io.tidemark.analysis.line.Formats} finds
 * the format of a line and reads it; a line of no format costs next to nothing. Stateless.
 *
 * <pre>
 *   bytes ─▶ LineScan ─ needles, first and last byte ─▶ LineFormat ─▶ Fact | Rejected | Ignored
 * </pre>
 */
@NullMarked
package io.tidemark.analysis.line;

import org.jspecify.annotations.NullMarked;
