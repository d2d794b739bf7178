/**
 * The pure core, as its two shells see it: {@link LogAnalysis} applies slices of one log and
 * reports their events and the state that changed. {@link LogSystems} lists the known log systems.
 *
 * <pre>
 *   Slice ─▶ parse (line ─▶ fact) ─▶ track (fact ─▶ event, state) ─▶ Outcome
 *                                             └▶ changed parts of the state ─▶ StateParts
 * </pre>
 *
 * No Kafka, clock, disk, logger or thread: time arrives in the slice.
 */
@NullMarked
package io.tidemark.analysis;

import org.jspecify.annotations.NullMarked;
