/**
 * Single snapshots of one memory by range, read from {@code tidemark.events} or from a complete
 * log.
 */
@NullMarked
package io.tidemark.sink.snapshot;

import org.jspecify.annotations.NullMarked;
