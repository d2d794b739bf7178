/**
 * Runs of a log: where they begin and end, the trackers that follow them, and what a slice gives of
 * them.
 */
package io.tidemark.analysis.run;
