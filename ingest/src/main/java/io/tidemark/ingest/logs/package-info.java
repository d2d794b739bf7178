/** The logs that are followed, and what becomes of their files: begun, cut, moved, ended. */
@NullMarked
package io.tidemark.ingest.logs;

import org.jspecify.annotations.NullMarked;
