package io.tidemark.model;

import java.util.Objects;

/**
 * A buffer of a plan.
 *
 * @param name name in the log, up to 1 KiB
 * @param op the operation to which it belongs; empty if the log names none
 * @param bufferClass {@code weight}, {@code activation}, {@code scratch}… The set is open, since
 *     logs may add others.
 */
public record PlannedBuffer(String name, String op, String bufferClass, BufferContents contents) {
  public PlannedBuffer {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(op, "op");
    Objects.requireNonNull(bufferClass, "bufferClass");
    Objects.requireNonNull(contents, "contents");
  }

  /** Creates a buffer with unknown contents. */
  public PlannedBuffer(String name, String op, String bufferClass) {
    this(name, op, bufferClass, BufferContents.UNKNOWN);
  }
}
