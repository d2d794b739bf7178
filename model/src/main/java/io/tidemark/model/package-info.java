/**
 * What travels between the programs, as plain records: slices of a log going in, typed memory
 * events and the state they add up to coming out. JDK only; how each travels on Kafka is in {@code
 * wire}.
 *
 * <pre>
 *  log file ─▶ Slice ─▶ MemoryEvent ─▶ RunStatus · MemoryUsage · OpTable · PlanRecord ─▶ metric, page
 *                  └──▶ Reject
 * </pre>
 */
@NullMarked
package io.tidemark.model;

import org.jspecify.annotations.NullMarked;
