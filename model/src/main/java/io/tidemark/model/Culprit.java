package io.tidemark.model;

import org.jspecify.annotations.Nullable;

/**
 * The ops that stand by a figure of a memory: the op that raised use to it, and the op before which
 * it was seen.
 *
 * @param raisedBy the op that raised use; {@code null} when the first snapshot already held it
 * @param raisedAt that op's location; {@code null} when the log does not state it
 * @param before the op about to run when the figure was seen
 * @param location the location of the op that the line names: the one about to run or, where a file
 *     states memory after or within its ops, the one that ran
 */
public record Culprit(
    @Nullable String raisedBy,
    @Nullable String raisedAt,
    @Nullable String before,
    @Nullable String location) {

  /** The log names no op. */
  public static final Culprit UNKNOWN = new Culprit(null, null, null, null);
}
