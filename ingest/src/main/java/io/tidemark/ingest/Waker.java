package io.tidemark.ingest;

import io.tidemark.ingest.follow.Tailer.Work;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Says when the next round is due: at once while more is at hand, soon while data flows, a quarter
 * of a second later while it trickles, a tenth, by and by, while nothing comes, and a second later
 * once nothing has come for ten seconds. A round costs a look at every log, and its lines go all
 * the way together.
 */
final class Waker {

  private static final long SOON_MILLIS = 40;
  private static final long LATE_MILLIS = 100;
  private static final long TRICKLE_MILLIS = 250;
  private static final long AT_REST_MILLIS = 1000;

  /** So many rounds in which nothing came take some ten seconds. */
  static final int ROUNDS_TO_REST = 100;

  private final CountDownLatch stopped = new CountDownLatch(1);
  private long pauseMillis = SOON_MILLIS;
  private int idleRounds;

  /**
   * Waits for the next round.
   *
   * @return whether there is to be one
   */
  boolean awaitRound(Work last) throws InterruptedException {
    idleRounds = last == Work.NONE ? Math.min(ROUNDS_TO_REST, idleRounds + 1) : 0;
    pauseMillis = pauseMillis(last, pauseMillis, idleRounds);
    return !stopped.await(pauseMillis, TimeUnit.MILLISECONDS);
  }

  /**
   * @param beforeMillis the pause before the round
   * @param idleRounds rounds in a row in which nothing came, that one included
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

  /** No further round. */
  void stop() {
    stopped.countDown();
  }
}
