package io.tidemark.ingest;

import io.tidemark.ingest.follow.Tailer.Work;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Computes the pause before the next round. A round looks at every log, and its lines travel
 * together through the pipeline.
 *
 * <p>No pause while more data is at hand, 40 ms while data flows, 250 ms while it trickles. Without
 * data the pause grows to 100 ms, and is one second after ten seconds without data; an
 * acknowledgement does not end that. With thousands of logs a round takes long: the pauses are then
 * so long that looking takes a tenth of the time, but at most {@value #LONGEST_MILLIS} ms, the time
 * between two heartbeats.
 */
final class Waker {

  private static final long SOON_MILLIS = 40;
  private static final long LATE_MILLIS = 100;
  private static final long TRICKLE_MILLIS = 250;
  private static final long AT_REST_MILLIS = 1000;
  static final long LONGEST_MILLIS = 2000;

  /** A pause without data, or for a trickle, in rounds. */
  private static final int ROUNDS = 9;

  /** This many rounds without data take about ten seconds. */
  static final int ROUNDS_TO_REST = 100;

  private final CountDownLatch stopped = new CountDownLatch(1);
  private long pauseMillis = SOON_MILLIS;
  private int idleRounds;

  /**
   * Waits for the next round.
   *
   * @param roundMillis the time that the last one took
   * @return false once {@link #stop} was called
   */
  boolean awaitRound(Work last, long roundMillis) throws InterruptedException {
    if (last != Work.SENT) {
      idleRounds = last == Work.NONE ? Math.min(ROUNDS_TO_REST, idleRounds + 1) : 0;
    }
    pauseMillis = pauseMillis(last, pauseMillis, idleRounds);
    return !stopped.await(longEnough(last, pauseMillis, roundMillis), TimeUnit.MILLISECONDS);
  }

  /**
   * @param beforeMillis the pause before the last round
   * @param idleRounds consecutive rounds without data, including the last one
   */
  static long pauseMillis(Work last, long beforeMillis, int idleRounds) {
    return switch (last) {
      case MORE, FULL -> 0;
      case SOME, SENT -> SOON_MILLIS;
      case FEW -> TRICKLE_MILLIS;
      case NONE -> {
        long most = idleRounds < ROUNDS_TO_REST ? LATE_MILLIS : AT_REST_MILLIS;
        yield Math.min(most, Math.max(SOON_MILLIS, beforeMillis * 5 / 4));
      }
    };
  }

  /** The pause, longer after a round that took long and found little. */
  static long longEnough(Work last, long pauseMillis, long roundMillis) {
    boolean little = last == Work.NONE || last == Work.FEW;
    return little
        ? Math.max(pauseMillis, Math.min(LONGEST_MILLIS, ROUNDS * roundMillis))
        : pauseMillis;
  }

  void stop() {
    stopped.countDown();
  }
}
