/**
 * The records that programs exchange: slices of a log as input, typed memory events and derived
 * state as output. Uses only the JDK; {@code wire} defines their form on Kafka.
 *
 * <pre>
 *  log file ─▶ Slice ─▶ MemoryEvent ─▶ RunStatus · MemoryUsage · OpTable · PlanRecord ─▶ metric, page
 *                  └──▶ Reject
 * </pre>
 */
package io.tidemark.model;
