/**
 * A moment → Prometheus series, read at each scrape; every meter is declared once in {@link
 * io.tidemark.sink.meter.BoardMeter}.
 */
@NullMarked
package io.tidemark.sink.meter;

import org.jspecify.annotations.NullMarked;
