package io.tidemark.ingest.ship;

import io.tidemark.model.Position;
import io.tidemark.model.Slice;

/**
 * Where slices and positions go. Records of one source, and all positions, arrive in the order they
 * were sent. Used by one thread; the runnables run on it, in {@link #settle}.
 */
public interface Outlet {

  /** Whether another slice may be sent now; positions, being few and small, always may. */
  boolean hasRoom();

  /** Sends; {@code acknowledged} runs once the broker has it for good. */
  void send(String source, Slice slice, Runnable acknowledged);

  /** Keeps how far a generation is shipped. */
  void keep(String generation, Position position, Runnable acknowledged);

  /** Removes the position of a generation of this source that is of no use any more. */
  void forget(String source, String generation);

  /**
   * Runs what waits for acknowledgements that came in.
   *
   * @return how many there were
   * @throws RuntimeException what made a send fail for good
   */
  int settle();

  /** Nothing waits to be sent, to be acknowledged or to be acted on. */
  boolean idle();
}
