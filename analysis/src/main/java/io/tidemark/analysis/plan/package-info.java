/**
 * The static plans of a run, whichever system prints them: intervals, use per step, peaks,
 * findings, and the pages that they are stored and published in.
 */
@NullMarked
package io.tidemark.analysis.plan;

import org.jspecify.annotations.NullMarked;
