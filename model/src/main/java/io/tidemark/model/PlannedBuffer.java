package io.tidemark.model;

import java.util.Objects;

/**
 * A buffer of a plan, as the log names it.
 *
 * @param name up to 1 KiB whole
 * @param op the operation that it belongs to; empty when the log names none
 * @param bufferClass {@code weight}, {@code activation}, {@code scratch}… An open set: logs bring
 *     others.
 */
public record PlannedBuffer(String name, String op, String bufferClass, BufferContents contents) {
  public PlannedBuffer {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(op, "op");
    Objects.requireNonNull(bufferClass, "bufferClass");
    Objects.requireNonNull(contents, "contents");
  }

  /** Of unknown contents. */
  public PlannedBuffer(String name, String op, String bufferClass) {
    this(name, op, bufferClass, BufferContents.UNKNOWN);
  }
}
