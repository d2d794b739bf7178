/** What a scrape holds, sent to a receiver of OpenTelemetry's metrics (OTLP over HTTP). */
package io.tidemark.sink.otlp;
