/** Judges files beside logs by their content: the rest of a generation, unread, or known. */
@NullMarked
package io.tidemark.ingest.rotation;

import org.jspecify.annotations.NullMarked;
