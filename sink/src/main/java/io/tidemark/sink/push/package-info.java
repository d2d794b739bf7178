/**
 * Sends what a scrape holds to receivers that do not scrape.
 *
 * <pre>
 *   scrape ─▶ Push (every 15 seconds) ─┬─ OtlpPush ─▶ OTLP over HTTP
 *                                      └─ RemoteWritePush ─▶ remote write, with job and instance
 * </pre>
 */
package io.tidemark.sink.push;
