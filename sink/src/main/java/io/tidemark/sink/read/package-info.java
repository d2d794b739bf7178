/**
 * Compacted topics → {@link io.tidemark.sink.board.Moment}: one thread reads all partitions from
 * their beginning and publishes what it knows.
 */
@NullMarked
package io.tidemark.sink.read;

import org.jspecify.annotations.NullMarked;
