package io.tidemark.app.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C or a terminate signal: asks the command to end, and keeps the virtual machine alive for a
 * few seconds until the command has closed its resources.
 */
final class StopSignal implements AutoCloseable {

  /**
   * Leaves a second of five for the end of the virtual machine; the next start recovers the rest.
   */
  private static final long PATIENCE_SECONDS = 4;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);

  StopSignal() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::ask, "tidemark-stop"));
  }

  private void ask() {
    asked.countDown();
    try {
      if (!closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("tidemark: not closed within " + PATIENCE_SECONDS + " s, ending anyway");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  CountDownLatch asked() {
    return asked;
  }

  /** Signals that everything is closed. */
  @Override
  public void close() {
    closed.countDown();
  }
}
