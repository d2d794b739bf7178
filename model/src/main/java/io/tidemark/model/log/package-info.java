/** A log and its parts: slices, positions of a tailer, the id of a run, rejected lines. */
package io.tidemark.model.log;
