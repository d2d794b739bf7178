/** What the user wrote → the log files that are there now. */
@NullMarked
package io.tidemark.ingest.find;

import org.jspecify.annotations.NullMarked;
