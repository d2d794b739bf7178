/**
 * Turns events into samples at event time and sends them as they come:
 *
 * <pre>
 *  tidemark.events ─▶ OpenRunSamples ─▶ receiver
 *                        ▲ what a run is, its alerts: the board
 * </pre>
 */
package io.tidemark.sink.live;
