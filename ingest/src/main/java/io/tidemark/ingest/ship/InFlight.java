package io.tidemark.ingest.ship;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Counts bytes in flight: one thread adds and waits, the producer's thread subtracts. */
final class InFlight {

  private final AtomicLong bytes = new AtomicLong();

  /** Waiters for room continue at this number of bytes or fewer. */
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

  /**
   * Waits until at most this many bytes are in flight, no longer than {@code patience}.
   *
   * @param most {@code fewBytes} or 0
   */
  void await(long most, Duration patience) throws InterruptedException {
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
