/**
 * Runs of a log: where they begin and end, the trackers that follow them, and what a slice gives of
 * them.
 */
@NullMarked
package io.tidemark.analysis.run;

import org.jspecify.annotations.NullMarked;
