package io.tidemark.ingest;

import io.tidemark.ingest.follow.Tailer.Work;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Says when the next round is due: at once while more is at hand, soon while data flows, and ever
 * later, up to a tenth of a second, while it does not.
 */
final class Waker {

  private static final long SOON_MILLIS = 20;
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
    if (last == Work.MORE) {
      return 0;
    }
    return last == Work.SOME
        ? SOON_MILLIS
        : Math.min(LATE_MILLIS, Math.max(SOON_MILLIS, beforeMillis * 5 / 4));
  }

  /** No further round. */
  void stop() {
    stopped.countDown();
  }
}
