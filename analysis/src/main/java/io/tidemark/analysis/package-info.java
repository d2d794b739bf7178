/**
 * The pure heart, as its two shells see it: {@link SourceState} takes slices of one log and tells
 * what they say.
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
