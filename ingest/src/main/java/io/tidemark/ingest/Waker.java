package io.tidemark.ingest;

import io.tidemark.ingest.follow.Tailer.Work;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Says when the next round is due: at once while more is at hand, soon while data flows, and a
 * tenth of a second later while it trickles or, by and by, while nothing comes.
 */
final class Waker {

  private static final long SOON_MILLIS = 50;
  private static final long LATE_MILLIS = 100;

  private final CountDownLatch stopped = new CountDownLatch(1);
  private long pauseMillis = SOON_MILLIS;

  /**
   * Waits for the next round.
   *
   * @return whether there is to be one
   */
  boolean awaitRound(Work last) throws InterruptedException {
    pauseMillis = pauseMillis(last, pauseMillis);
    return !stopped.await(pauseMillis, TimeUnit.MILLISECONDS);
  }

  static long pauseMillis(Work last, long beforeMillis) {
    return switch (last) {
      case MORE -> 0;
      case SOME -> SOON_MILLIS;
      case FEW -> LATE_MILLIS;
      case NONE -> Math.min(LATE_MILLIS, Math.max(SOON_MILLIS, beforeMillis * 5 / 4));
    };
  }

  /** No further round. */
  void stop() {
    stopped.countDown();
  }
}
