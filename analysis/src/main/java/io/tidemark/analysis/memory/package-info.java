/**
 * The memories of a run's devices, whichever system reports them: figures, peaks, timelines, op
 * tables, failures, and how many op names are kept. {@link io.tidemark.analysis.memory.RunOutput}
 * is where systems report.
 */
@NullMarked
package io.tidemark.analysis.memory;

import org.jspecify.annotations.NullMarked;
