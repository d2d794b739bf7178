/**
 * The memories of a run's devices, for all systems: figures, peaks, timelines, op tables, failures,
 * and the limit of op names. Systems report to {@link io.tidemark.analysis.memory.RunOutput}.
 */
package io.tidemark.analysis.memory;
