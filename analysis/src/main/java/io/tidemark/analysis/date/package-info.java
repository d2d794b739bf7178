/** Parses dates that loggers write at the start of a line. */
package io.tidemark.analysis.date;
