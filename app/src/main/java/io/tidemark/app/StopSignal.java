package io.tidemark.app;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C or a terminate signal: asks the command to end, and holds the virtual machine open until
 * it has closed what it opened, for a few seconds at most.
 */
final class StopSignal implements AutoCloseable {

  /**
   * With the end of the virtual machine, five seconds: what is cut off here is made up for later.
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

  /** Everything is closed. */
  @Override
  public void close() {
    closed.countDown();
  }
}
