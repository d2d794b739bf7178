package io.tidemark.ingest.follow;

import io.tidemark.model.Slice;

/**
 * A slice on its way.
 *
 * @param after how far the generation is shipped once the slice is acknowledged
 */
record PendingSlice(Slice slice, ReadPosition after) {}
