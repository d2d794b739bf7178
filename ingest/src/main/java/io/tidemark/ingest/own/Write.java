package io.tidemark.ingest.own;

import io.tidemark.model.log.OwnerRecord;
import org.jspecify.annotations.Nullable;

/** A record to be written; a tombstone if it has no value. */
public record Write(String key, @Nullable OwnerRecord value) {}
