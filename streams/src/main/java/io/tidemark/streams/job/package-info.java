/** The topology, its one processor, and what Kafka Streams needs around them. */
@NullMarked
package io.tidemark.streams.job;

import org.jspecify.annotations.NullMarked;
