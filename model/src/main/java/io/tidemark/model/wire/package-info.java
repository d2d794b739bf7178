/**
 * How the model travels on Kafka: each topic with its serdes, declared once. Values are JSON with
 * their version in a record header, read tolerantly; a slice is plain log text with headers.
 */
@NullMarked
package io.tidemark.model.wire;

import org.jspecify.annotations.NullMarked;
