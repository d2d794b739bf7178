/** A log and its parts: slices, positions of a tailer, the id of a run, rejected lines. */
@NullMarked
package io.tidemark.model.log;

import org.jspecify.annotations.NullMarked;
