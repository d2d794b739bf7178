/**
 * The Kafka Streams job around the pure analysis: turns slices into events and state, exactly once.
 *
 * <pre>
 *   (tidemark.lines) ─▶ [track-slices] ─┬▶ at once:       (tidemark.events) (tidemark.rejects)
 *                        hot-by-source  └▶ every 50 ms:   (tidemark.runs) (tidemark.usage)
 *                        ops-by-key                       (tidemark.ops) (tidemark.timelines)
 *                        timelines-by-page                (tidemark.plans) (tidemark.alerts)
 *                        plans-by-page     └▶ on an error:  (tidemark.dead-letters)
 * </pre>
 */
package io.tidemark.streams;
