/** Publishes a board snapshot as Prometheus series at each scrape, and meters of the process. */
@NullMarked
package io.tidemark.sink.meter;

import org.jspecify.annotations.NullMarked;
