/** Publishes a board snapshot as Prometheus series at each scrape, and meters of the process. */
package io.tidemark.sink.meter;
