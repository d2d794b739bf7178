package io.tidemark.app.watch;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits until all that was shipped is on the board. */
public final class Delivery {

  private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);

  private static final long LOOK_MILLIS = 50;

  /** Ten seconds, and the second that a look may wait. */
  private static final long LOOKS_PER_TOLD_LACK = 200;

  private Delivery() {}

  /**
   * Until nothing is lacking; what does not move for long is told as a warning.
   *
   * @param lacks what the board lacks, in words
   * @param check throws what ends it
   * @return false when {@code stop} was asked before
   */
  public static boolean await(Supplier<Optional<String>> lacks, Runnable check, CountDownLatch stop)
      throws InterruptedException {
    String told = "";
    Optional<String> lack = lacks.get();
    for (long look = 1; lack.isPresent(); look++) {
      check.run();
      if (stop.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        return false;
      }
      lack = lacks.get();
      if (look % LOOKS_PER_TOLD_LACK == 0 && lack.isPresent()) {
        if (lack.get().equals(told)) {
          LOG.warn("Nothing has moved for a while: {}", told);
        }
        told = lack.get();
      }
    }
    return true;
  }
}
