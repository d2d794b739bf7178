package io.tidemark.ingest.ship;

import io.tidemark.model.log.Position;
import io.tidemark.model.log.Slice;

/**
 * Receives slices and positions. Records of one source, and all positions, arrive in the order they
 * were sent. Used by one thread; the callbacks run on it, in {@link #settle}.
 */
public interface Outlet {

  /** Whether another slice may be sent now; positions, which are few and small, always may. */
  boolean hasRoom();

  /** Sends a slice; {@code acknowledged} runs once the broker has stored it durably. */
  void send(String source, Slice slice, Runnable acknowledged);

  /** Stores how far a generation is shipped. */
  void keep(String generation, Position position, Runnable acknowledged);

  /** Removes the useless position of a generation of this source. */
  void forget(String source, String generation);

  /**
   * Runs the callbacks of acknowledged records.
   *
   * @return how many there were
   * @throws RuntimeException when a send failed permanently
   */
  int settle();

  /** Whether nothing waits to be sent, acknowledged or settled. */
  boolean idle();
}
