/** Finds the files that a log was rotated to, by their names. */
package io.tidemark.ingest.folder;
