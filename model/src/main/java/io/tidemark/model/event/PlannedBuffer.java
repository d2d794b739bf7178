package io.tidemark.model.event;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * A buffer of a plan.
 *
 * @param name name in the log, up to 1 KiB
 * @param op the operation to which it belongs; {@code null} if the log names none
 * @param bufferClass {@code weight}, {@code activation}, {@code scratch}… The set is open, since
 *     logs may add others.
 */
public record PlannedBuffer(
    @JsonProperty("buffer") String name,
    @Nullable String op,
    String bufferClass,
    @JsonUnwrapped BufferContents contents) {
  public PlannedBuffer {
    op = op == null || op.isEmpty() ? null : op;
  }

  /** Creates a buffer with unknown contents. */
  public PlannedBuffer(String name, @Nullable String op, String bufferClass) {
    this(name, op, bufferClass, BufferContents.UNKNOWN);
  }
}
