/**
 * The figures of a log as samples at event time, which no scrape can provide afterwards.
 *
 * <pre>
 *   events, state ─▶ RunHistory ─▶ Timeline (one sample per series and millisecond)
 *                                      └─▶ HistoryWriter ─┬─ OpenMetricsFile
 *                                                         └─ RemoteWrite
 * </pre>
 *
 * Names and labels equal those of a live scrape, since {@code RunFigures} provides both.
 */
package io.tidemark.sink.history;
