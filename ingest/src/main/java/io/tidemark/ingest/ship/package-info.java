/** Slices and positions → Kafka, and word back of what the broker has acknowledged. */
@NullMarked
package io.tidemark.ingest.ship;

import org.jspecify.annotations.NullMarked;
