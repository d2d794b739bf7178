package io.tidemark.sink;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;

/** The sink's door: keeps the board up to date and serves it until closed. */
public final class Sink implements AutoCloseable {

  private Sink() {}

  /**
   * Starts reading and listening.
   *
   * @throws io.tidemark.model.Refusal when the port is taken
   */
  public static Sink open(SinkConfig config, PrometheusMeterRegistry meters) {
    throw new UnsupportedOperationException(config.toString() + meters);
  }

  public Board board() {
    throw new UnsupportedOperationException();
  }

  /** The canonical document: the whole state, keys sorted, times left out. */
  public String stateJson() {
    throw new UnsupportedOperationException();
  }

  /** The port listened on. */
  public int port() {
    throw new UnsupportedOperationException();
  }

  /**
   * The board holds all that was written about each source up to its offset.
   *
   * @param shipped per source the generation and the offset of its end
   */
  public boolean holds(Map<String, Shipped> shipped) {
    throw new UnsupportedOperationException(shipped.toString());
  }

  /** The end of what a tailer shipped of one source. */
  public record Shipped(String generation, long offset) {}

  /** Rethrows what ended the reader's thread, if anything did. */
  public void check() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
