/**
 * Follows all logs, round by round: decides what a path leads to, and ends what is over.
 *
 * <pre>
 *  Tailer ─▶ Following ─▶ FileRegistry ─▶ logs, rotation ─▶ generation ─▶ content
 *                │
 *              Recovery at the start; Expiry and CheckpointSweep in each round
 * </pre>
 */
@NullMarked
package io.tidemark.ingest.follow;

import org.jspecify.annotations.NullMarked;
