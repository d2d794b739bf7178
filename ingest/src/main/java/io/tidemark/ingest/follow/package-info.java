/**
 * Follows all logs in rounds: decides what each path leads to, and ends finished generations.
 *
 * <pre>
 *  Tailer ─▶ Following ─▶ FileRegistry ─▶ rotation ─▶ generation ─▶ content
 *                │
 *              Recovery at the start; Expiry and CheckpointSweep in each round
 * </pre>
 */
package io.tidemark.ingest.follow;
