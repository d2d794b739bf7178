package io.tidemark.app.pipeline;

import io.tidemark.sink.Sink;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Opens a sink in its own thread. The wait is not interrupted: the sink opens or fails. */
final class SinkOpening implements AutoCloseable {

  private final CompletableFuture<Sink> opening;

  private SinkOpening(CompletableFuture<Sink> opening) {
    this.opening = opening;
  }

  static SinkOpening begin(Supplier<Sink> open) {
    return new SinkOpening(
        CompletableFuture.supplyAsync(
            open, task -> new Thread(task, "tidemark-sink-start").start()));
  }

  /**
   * Waits until the sink is open.
   *
   * @throws RuntimeException when it could not be opened
   */
  Sink sink() {
    try {
      return opening.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException refused) {
        throw refused;
      }
      throw e;
    }
  }

  /** Closes the sink if it was opened; a failure was already reported by {@link #sink}. */
  @Override
  public void close() {
    if (opening.handle((sink, refused) -> refused == null).join()) {
      opening.join().close();
    }
  }
}
