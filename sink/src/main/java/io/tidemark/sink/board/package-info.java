/**
 * Reduces records to the newest of each key, as immutable snapshots, without Kafka client, disk or
 * clock.
 */
@NullMarked
package io.tidemark.sink.board;

import org.jspecify.annotations.NullMarked;
