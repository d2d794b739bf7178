/** Sends slices and positions to Kafka, and reports acknowledgements. */
package io.tidemark.ingest.ship;
