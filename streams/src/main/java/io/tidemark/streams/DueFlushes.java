package io.tidemark.streams;

import java.time.Duration;
import java.util.PriorityQueue;

/**
 * When the flushes of a thread's tasks are due. Kafka Streams looks at its timers between two polls
 * alone, so a poll has to end when the next flush is due. Each thread has times of its own.
 */
final class DueFlushes {

  /** Until a task has its first flush, its thread has more to do than to wait for records. */
  private static final Duration BEFORE_THE_FIRST = Duration.ofMillis(25);

  private final ThreadLocal<Times> own = ThreadLocal.withInitial(Times::new);

  private static final class Times {
    private final PriorityQueue<Long> millis = new PriorityQueue<>();
    private boolean any;

    /** Forgets what is due; answers whether there was any. */
    private boolean pass(long nowMillis) {
      boolean passed = false;
      while (!millis.isEmpty() && millis.peek() <= nowMillis) {
        millis.remove();
        passed = true;
      }
      return passed;
    }
  }

  /** A task of this thread is to be flushed then. */
  void expect(long atMillis) {
    Times times = own.get();
    times.any = true;
    times.millis.add(atMillis);
  }

  /** How long a poll may wait for records now; a flush that is due already may not wait at all. */
  Duration untilNext(Duration most, long nowMillis) {
    Times times = own.get();
    if (times.pass(nowMillis)) {
      return Duration.ZERO;
    }
    Long next = times.millis.peek();
    Duration wait = next == null ? most : Duration.ofMillis(next - nowMillis);
    if (!times.any) {
      wait = BEFORE_THE_FIRST;
    }
    return wait.compareTo(most) < 0 ? wait : most;
  }

  /** A poll has ended: Kafka Streams looks at its timers now. */
  void polled(long nowMillis) {
    own.get().pass(nowMillis);
  }
}
