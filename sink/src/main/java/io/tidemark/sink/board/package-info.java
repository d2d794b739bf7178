/**
 * Records → the newest of each key, as immutable snapshots; knows no Kafka client, disk or clock.
 */
@NullMarked
package io.tidemark.sink.board;

import org.jspecify.annotations.NullMarked;
