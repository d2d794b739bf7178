/** Finds logs, follows them through rotation and restarts, and ships them as slices of lines. */
package io.tidemark.ingest;
