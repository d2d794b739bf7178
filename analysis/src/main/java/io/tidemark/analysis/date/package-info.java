/** Parses dates that loggers write at the start of a line. */
@NullMarked
package io.tidemark.analysis.date;

import org.jspecify.annotations.NullMarked;
