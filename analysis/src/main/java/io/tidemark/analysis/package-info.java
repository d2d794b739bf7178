/**
 * The analysis core, without side effects. {@link LogAnalysis} applies slices of one log, and
 * returns events and changed state. {@link LogSystems} lists the known log systems.
 *
 * <pre>
 *   Slice ─▶ parse (line ─▶ fact) ─▶ track (fact ─▶ event, state) ─▶ Outcome
 *                                             └▶ changed parts of the state ─▶ StateParts
 * </pre>
 *
 * No Kafka, clock, disk, logger or thread: time arrives in the slice.
 */
package io.tidemark.analysis;
