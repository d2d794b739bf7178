/** Finds logs, follows them through rotation and restarts, and ships them as slices of lines. */
@NullMarked
package io.tidemark.ingest;

import org.jspecify.annotations.NullMarked;
