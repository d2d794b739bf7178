/**
 * One line → what it says by itself. Stateless, byte-level; a line of no format costs next to
 * nothing. A format is one {@link LineFormat} and one line in {@link Formats}.
 */
@NullMarked
package io.tidemark.analysis.parse;

import org.jspecify.annotations.NullMarked;
