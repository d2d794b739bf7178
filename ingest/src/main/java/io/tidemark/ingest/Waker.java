package io.tidemark.ingest;

import io.tidemark.ingest.follow.Tailer.Work;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Computes the pause before the next round. A round looks at every log, and its lines travel
 * together through the pipeline.
 *
 * <p>No pause while more data is at hand, 40 ms while data flows, 250 ms while it trickles. Without
 * data the pause grows to 100 ms, and is one second after ten seconds without data.
 */
final class Waker {

  private static final long SOON_MILLIS = 40;
  private static final long LATE_MILLIS = 100;
  private static final long TRICKLE_MILLIS = 250;
  private static final long AT_REST_MILLIS = 1000;

  /** This many rounds without data take about ten seconds. */
  static final int ROUNDS_TO_REST = 100;

  private final CountDownLatch stopped = new CountDownLatch(1);
  private long pauseMillis = SOON_MILLIS;
  private int idleRounds;

  /**
   * Waits for the next round.
   *
   * @return false once {@link #stop} was called
   */
  boolean awaitRound(Work last) throws InterruptedException {
    idleRounds = last == Work.NONE ? Math.min(ROUNDS_TO_REST, idleRounds + 1) : 0;
    pauseMillis = pauseMillis(last, pauseMillis, idleRounds);
    return !stopped.await(pauseMillis, TimeUnit.MILLISECONDS);
  }

  /**
   * @param beforeMillis the pause before the last round
   * @param idleRounds consecutive rounds without data, including the last one
   */
  static long pauseMillis(Work last, long beforeMillis, int idleRounds) {
    return switch (last) {
      case MORE, FULL -> 0;
      case SOME -> SOON_MILLIS;
      case FEW -> TRICKLE_MILLIS;
      case NONE -> {
        long most = idleRounds < ROUNDS_TO_REST ? LATE_MILLIS : AT_REST_MILLIS;
        yield Math.min(most, Math.max(SOON_MILLIS, beforeMillis * 5 / 4));
      }
    };
  }

  /** Ends the waiting: no round follows. */
  void stop() {
    stopped.countDown();
  }
}
