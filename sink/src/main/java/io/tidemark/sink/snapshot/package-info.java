/**
 * Single snapshots of one memory by range, read from {@code tidemark.events} or from a complete
 * log.
 */
package io.tidemark.sink.snapshot;
