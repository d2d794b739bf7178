package io.tidemark.analysis.state;

import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A part of the state that is stored as one object. It restarts alone if it cannot be read.
 *
 * @param type class of the object: a record, or a {@link Stored} class
 * @param state returns what is stored now
 * @param restore applies what was stored to a fresh owner
 */
public record Section<S>(Class<S> type, Supplier<S> state, Consumer<S> restore) {

  /** Returns the stored form; see {@link StateFormat}. */
  public byte[] write() {
    return StateFormat.write(state.get());
  }

  /**
   * Restores the owner.
   *
   * @throws RuntimeException if the stored form cannot be read; the owner must not be used then
   */
  public void read(byte[] stored) {
    restore.accept(StateFormat.read(stored, type));
  }
}
