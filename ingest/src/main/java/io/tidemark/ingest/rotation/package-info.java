/** Judges files beside logs by their content: the rest of a generation, unread, or known. */
package io.tidemark.ingest.rotation;
