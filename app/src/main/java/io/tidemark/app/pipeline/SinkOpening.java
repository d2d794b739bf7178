package io.tidemark.app.pipeline;

import io.tidemark.sink.Sink;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** A sink that opens on a thread of its own. Nothing interrupts the waits: it opens or refuses. */
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
   * Waits until it is open.
   *
   * @throws RuntimeException the one by which it did not open
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

  /** Closes what has opened; who asked for the sink has the reason why it did not. */
  @Override
  public void close() {
    if (opening.handle((sink, refused) -> refused == null).join()) {
      opening.join().close();
    }
  }
}
