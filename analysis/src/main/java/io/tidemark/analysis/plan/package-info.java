/**
 * The static plans of a run, for all systems: intervals, use per step, peaks and findings, and the
 * pages in which they are stored and published.
 */
package io.tidemark.analysis.plan;
