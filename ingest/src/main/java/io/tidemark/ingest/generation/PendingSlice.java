package io.tidemark.ingest.generation;

import io.tidemark.ingest.content.ReadPosition;
import io.tidemark.model.log.Slice;

/**
 * A slice that is not acknowledged yet.
 *
 * @param after position of the generation once the slice is acknowledged
 */
record PendingSlice(Slice slice, ReadPosition after) {}
