/**
 * A log as a sequence of lines: its generations, the time of a line, its writers, and copies that
 * another program printed of earlier lines.
 */
@NullMarked
package io.tidemark.analysis.log;

import org.jspecify.annotations.NullMarked;
