package io.tidemark.streams;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The tasks whose board is ahead of their topics. At the end of the job each commits at its next
 * flush, so that the topics hold all that was shown.
 */
final class UncommittedTasks {

  private final Set<Publication> tasks = new HashSet<>();
  private boolean ending;

  synchronized void add(Publication task) {
    tasks.add(task);
  }

  synchronized void remove(Publication task) {
    tasks.remove(task);
    notifyAll();
  }

  /** Whether nothing is to wait any more. */
  synchronized boolean ending() {
    return ending;
  }

  /**
   * Has all of them commit.
   *
   * @return whether they did in time; what did not is published again by the next start
   */
  synchronized boolean end(Duration patience) throws InterruptedException {
    ending = true;
    long end = System.nanoTime() + patience.toNanos();
    while (!tasks.isEmpty()) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, TimeUnit.MILLISECONDS.toNanos(1)));
    }
    return true;
  }
}
