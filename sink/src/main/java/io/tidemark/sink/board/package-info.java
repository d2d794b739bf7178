/**
 * The newest record of each key, held as one immutable moment; knows no Kafka client, disk or
 * clock.
 */
@NullMarked
package io.tidemark.sink.board;

import org.jspecify.annotations.NullMarked;
