/** The followed logs, and changes of their files: begun, cut, moved, ended. */
@NullMarked
package io.tidemark.ingest.logs;

import org.jspecify.annotations.NullMarked;
