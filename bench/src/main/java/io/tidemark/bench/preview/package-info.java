/** Draws what the queries of a dashboard answer, where no Grafana is at hand. */
@NullMarked
package io.tidemark.bench.preview;

import org.jspecify.annotations.NullMarked;
