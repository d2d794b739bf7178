/**
 * Compacted topics → {@link io.tidemark.sink.board.BoardSnapshot}: one thread reads all partitions
 * from their beginning and publishes snapshots.
 */
package io.tidemark.sink.read;
