/** The topology, its one processor, and what Kafka Streams needs around them. */
package io.tidemark.streams.job;
