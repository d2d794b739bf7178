/**
 * What a log told, at its own time: samples that a scrape could never have taken.
 *
 * <pre>
 *   events, state ─▶ RunHistory ─▶ Timeline (one sample per series and millisecond)
 *                                      └─▶ HistoryWriter ─┬─ OpenMetricsFile
 *                                                         └─ RemoteWrite
 * </pre>
 *
 * Names and labels are the live scrape's, by {@code BoardMeter}.
 */
@NullMarked
package io.tidemark.sink.history;

import org.jspecify.annotations.NullMarked;
