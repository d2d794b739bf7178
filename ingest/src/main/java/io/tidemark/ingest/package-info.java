/** File → slices of lines: finds logs, follows them through rotation and restarts, ships them. */
@NullMarked
package io.tidemark.ingest;

import org.jspecify.annotations.NullMarked;
