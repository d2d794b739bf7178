package io.tidemark.model.memory;

import org.jspecify.annotations.Nullable;

/**
 * The ops related to a memory figure: the op that raised use, and the op before which it was seen.
 *
 * @param raisedBy the op that raised use; {@code null} if the first snapshot already held it
 * @param raisedAt that op's location; {@code null} if the log does not state it
 * @param before the op about to run when the figure was seen
 * @param location location of the op named by the line: the next op, or the finished one in files
 *     that state memory after or within ops
 */
public record Culprit(
    @Nullable String raisedBy,
    @Nullable String raisedAt,
    @Nullable String before,
    @Nullable String location) {

  /** The log names no op. */
  public static final Culprit UNKNOWN = new Culprit(null, null, null, null);
}
