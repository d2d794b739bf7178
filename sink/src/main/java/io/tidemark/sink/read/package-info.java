/**
 * Compacted topics → {@link io.tidemark.sink.board.BoardSnapshot}: one thread reads all partitions
 * from their beginning and publishes snapshots.
 */
@NullMarked
package io.tidemark.sink.read;

import org.jspecify.annotations.NullMarked;
