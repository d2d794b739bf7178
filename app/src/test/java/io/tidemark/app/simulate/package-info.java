/**
 * Writes the log of an imaginary model or compiler from a scenario and a seed. So all programs can
 * be tried, shown and measured without an accelerator.
 *
 * <pre>
 *   Simulator ── asks ──▶ Script (one per format) ── appends whole lines to ──▶ LogText
 *       └─ cuts at the line limit, waits for the Pace, writes
 * </pre>
 */
package io.tidemark.app.simulate;
