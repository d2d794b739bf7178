/**
 * Turns events into samples at event time and sends them as they come:
 *
 * <pre>
 *  tidemark.events ─▶ OpenRunSamples ─▶ Gate ─▶ receiver
 *                        ▲ what a run is, its alerts: the board
 * </pre>
 */
@NullMarked
package io.tidemark.sink.live;

import org.jspecify.annotations.NullMarked;
