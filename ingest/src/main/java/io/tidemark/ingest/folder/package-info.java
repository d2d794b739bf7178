/** Finds the files that a log was rotated to, by their names. */
@NullMarked
package io.tidemark.ingest.folder;

import org.jspecify.annotations.NullMarked;
