/**
 * The static plans of a run, for all systems: intervals, use per step, peaks and findings, and the
 * pages in which they are stored and published.
 */
@NullMarked
package io.tidemark.analysis.plan;

import org.jspecify.annotations.NullMarked;
