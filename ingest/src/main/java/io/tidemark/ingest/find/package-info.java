/** Finds the log files that the user's list names. */
@NullMarked
package io.tidemark.ingest.find;

import org.jspecify.annotations.NullMarked;
