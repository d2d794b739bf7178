/** Board snapshot → Prometheus series, read at each scrape; and the meters of the process. */
@NullMarked
package io.tidemark.sink.meter;

import org.jspecify.annotations.NullMarked;
