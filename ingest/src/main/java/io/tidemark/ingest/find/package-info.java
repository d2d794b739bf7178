/** Finds the log files that the user's list names. */
package io.tidemark.ingest.find;
