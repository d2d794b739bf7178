package io.tidemark.model;

import org.jspecify.annotations.Nullable;

/**
 * The highest figure of a memory in a run, and the two ops that stand by it.
 *
 * @param usedBytes over all banks
 * @param raisedBy who raised use to it; {@code null} when the first snapshot already held it
 * @param before the op before which it was first seen
 * @param location that op's location, when the log states it; where a file states memory after or
 *     within its ops and so none before, the location of the op that ran
 * @param fromErrorLine stated by an out-of-memory line, not by a snapshot
 * @param offset byte offset of the line that stated it
 */
public record Peak(
    long usedBytes,
    @Nullable String raisedBy,
    @Nullable String before,
    @Nullable String location,
    boolean fromErrorLine,
    long offset,
    long timeMillis) {}
