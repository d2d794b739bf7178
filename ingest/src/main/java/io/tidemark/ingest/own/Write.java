package io.tidemark.ingest.own;

import io.tidemark.model.OwnerRecord;
import org.jspecify.annotations.Nullable;

/** A record to be written; without a value a tombstone. */
public record Write(String key, @Nullable OwnerRecord value) {}
