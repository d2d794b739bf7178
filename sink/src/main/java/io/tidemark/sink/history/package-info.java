/**
 * The figures of a log at event time: samples that no scrape could have seen.
 *
 * <pre>
 *   events, state ─▶ RunHistory ─▶ Timeline (one sample per series and millisecond)
 *                                      └─▶ HistoryWriter ─┬─ OpenMetricsFile
 *                                                         └─ RemoteWrite
 * </pre>
 *
 * Names and labels are the live scrape's, by {@code RunFigures}.
 */
@NullMarked
package io.tidemark.sink.history;

import org.jspecify.annotations.NullMarked;
