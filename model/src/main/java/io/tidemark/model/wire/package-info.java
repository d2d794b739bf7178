/**
 * The form of the model on Kafka: each topic with its serdes. Values are JSON with a version in a
 * record header, and unknown properties are ignored. A slice is plain log text with headers.
 */
package io.tidemark.model.wire;
