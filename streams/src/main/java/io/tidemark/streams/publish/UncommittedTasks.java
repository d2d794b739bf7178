package io.tidemark.streams.publish;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The tasks whose board is ahead of their topics. When the job ends, each commits at its next
 * flush, so that the topics hold everything shown.
 */
public final class UncommittedTasks {

  private final Set<Publication> tasks = new HashSet<>();
  private boolean ending;

  synchronized void add(Publication task) {
    tasks.add(task);
  }

  synchronized void remove(Publication task) {
    tasks.remove(task);
    notifyAll();
  }

  /** Whether the job ends, so that commits must not wait. */
  synchronized boolean ending() {
    return ending;
  }

  /**
   * Makes all tasks commit.
   *
   * @return whether they did in time; the next start publishes the rest again
   */
  public synchronized boolean end(Duration patience) throws InterruptedException {
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
