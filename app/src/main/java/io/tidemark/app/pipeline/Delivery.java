package io.tidemark.app.pipeline;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits until everything shipped is on the board. */
public final class Delivery {

  private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);

  private static final long LOOK_MILLIS = 50;

  /** Ten seconds, or longer if looks take their full second. */
  private static final long LOOKS_PER_WARNING = 200;

  private Delivery() {}

  /**
   * Waits until nothing is lacking; logs a warning when there is no progress for long.
   *
   * @param lacks describes what the board lacks, as a sentence
   * @param check throws the failure that ends the wait
   * @return false when {@code stop} came before
   */
  public static boolean await(Supplier<Optional<String>> lacks, Runnable check, CountDownLatch stop)
      throws InterruptedException {
    String last = "";
    Optional<String> lack = lacks.get();
    for (long look = 1; lack.isPresent(); look++) {
      check.run();
      if (stop.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        return false;
      }
      lack = lacks.get();
      if (look % LOOKS_PER_WARNING == 0 && lack.isPresent()) {
        if (lack.get().equals(last)) {
          LOG.warn("Nothing has moved for a while: {}", last);
        }
        last = lack.get();
      }
    }
    return true;
  }
}
