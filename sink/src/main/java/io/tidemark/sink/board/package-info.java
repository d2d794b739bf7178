/**
 * Reduces records to the newest of each key, as immutable snapshots, without Kafka client, disk or
 * clock.
 */
package io.tidemark.sink.board;
