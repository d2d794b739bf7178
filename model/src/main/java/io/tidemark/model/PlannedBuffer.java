package io.tidemark.model;

import java.util.Objects;

/**
 * A buffer of a plan, as the log names it.
 *
 * @param op the operation that it belongs to; empty when the log names none
 * @param bufferClass {@code weight}, {@code activation}, {@code scratch}… An open set: logs bring
 *     others.
 */
public record PlannedBuffer(String name, String op, String bufferClass) {
  public PlannedBuffer {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(op, "op");
    Objects.requireNonNull(bufferClass, "bufferClass");
  }
}
