/**
 * Replays a complete log at its own times: as samples without a broker, or as slices to a broker.
 *
 * <pre>
 *   log ─ 1st pass ─▶ LogTimes ─ 2nd pass: slices with their times ─▶ analysis
 *                                │            events, state ─▶ history ─▶ file, receiver
 *                                └─▶ {@link io.tidemark.app.replay.LogUpload} ─▶ broker
 * </pre>
 */
package io.tidemark.app.replay;
