/** The dates that loggers write at the head of a line. */
@NullMarked
package io.tidemark.analysis.date;

import org.jspecify.annotations.NullMarked;
