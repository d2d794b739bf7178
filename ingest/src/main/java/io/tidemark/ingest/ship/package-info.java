/** Sends slices and positions to Kafka, and reports acknowledgements. */
@NullMarked
package io.tidemark.ingest.ship;

import org.jspecify.annotations.NullMarked;
