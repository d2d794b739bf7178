package io.tidemark.ingest.ship;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** How many bytes are in flight: one thread adds and waits, the producer's takes away. */
final class InFlight {

  private final AtomicLong bytes = new AtomicLong();

  /** At this many or fewer waiters go on, as they do at none. */
  private final long fewBytes;

  InFlight(long fewBytes) {
    this.fewBytes = fewBytes;
  }

  long bytes() {
    return bytes.get();
  }

  void add(int more) {
    bytes.addAndGet(more);
  }

  void remove(int arrived) {
    long left = bytes.addAndGet(-arrived);
    if (left == 0 || (left <= fewBytes && left + arrived > fewBytes)) {
      synchronized (bytes) {
        bytes.notifyAll();
      }
    }
  }

  /** Waits until few are left, at most {@code patience}. */
  void awaitFew(Duration patience) throws InterruptedException {
    await(fewBytes, patience);
  }

  /** Waits until none are left, at most {@code patience}. */
  void awaitNone(Duration patience) throws InterruptedException {
    await(0, patience);
  }

  private void await(long most, Duration patience) throws InterruptedException {
    long deadlineNanos = System.nanoTime() + patience.toNanos();
    synchronized (bytes) {
      long leftMillis = patience.toMillis();
      while (bytes.get() > most && leftMillis > 0) {
        bytes.wait(leftMillis);
        leftMillis = Duration.ofNanos(deadlineNanos - System.nanoTime()).toMillis();
      }
    }
  }
}
