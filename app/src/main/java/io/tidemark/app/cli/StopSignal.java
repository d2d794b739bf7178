package io.tidemark.app.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C or a terminate signal: asks the command to end, and keeps the virtual machine alive until
 * the command has closed its resources, within limits.
 */
final class StopSignal implements AutoCloseable {

  /**
   * Leaves one of five seconds for the end of the virtual machine; the next start recovers the
   * rest.
   */
  private static final long SECONDS = 4;

  private static final long LOOK_MILLIS = 1000;

  private final long patienceSeconds;
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);

  StopSignal() {
    this(SECONDS);
  }

  /** For a command without a next start, which would leave its files behind. */
  StopSignal(long patienceSeconds) {
    this.patienceSeconds = patienceSeconds;
    Runtime.getRuntime().addShutdownHook(new Thread(this::ask, "tidemark-stop"));
  }

  private void ask() {
    asked.countDown();
    try {
      if (!closed.await(patienceSeconds, TimeUnit.SECONDS)) {
        System.err.println("tidemark: not closed within " + patienceSeconds + " s, ending anyway");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  CountDownLatch asked() {
    return asked;
  }

  /** Runs the checks of a program until it is asked to end. */
  void checkUntilAsked(Runnable... checks) throws InterruptedException {
    while (!asked.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      for (Runnable check : checks) {
        check.run();
      }
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
