package io.tidemark.ingest.generation;

import io.tidemark.ingest.content.ReadPosition;
import io.tidemark.model.Slice;

/**
 * A slice on its way.
 *
 * @param after how far the generation is shipped once the slice is acknowledged; an open line does
 *     not count as shipped
 */
record PendingSlice(Slice slice, ReadPosition after) {}
