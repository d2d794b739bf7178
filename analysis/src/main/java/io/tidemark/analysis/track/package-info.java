/**
 * A run's state after a fact: assembles records of many lines, attributes change to ops, keeps
 * peaks. Facts in, {@link io.tidemark.model.MemoryEvent}s out.
 */
@NullMarked
package io.tidemark.analysis.track;

import org.jspecify.annotations.NullMarked;
