/**
 * A log at rest at its own time, without a broker.
 *
 * <pre>
 *   log ─ 1st pass ─▶ LogTimes ─ 2nd pass: slices with their times ─▶ analysis
 *                                             events, state ─▶ history ─▶ file, receiver
 * </pre>
 */
@NullMarked
package io.tidemark.app.replay;

import org.jspecify.annotations.NullMarked;
