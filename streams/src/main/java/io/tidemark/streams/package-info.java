/** Slices → events and state, exactly once: the Kafka Streams job around the pure analysis. */
@NullMarked
package io.tidemark.streams;

import org.jspecify.annotations.NullMarked;
