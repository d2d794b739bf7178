package io.tidemark.streams;

import java.time.Duration;
import java.util.PriorityQueue;

/**
 * When the flushes of a thread's tasks are due. Kafka Streams looks at its timers between two polls
 * alone, so a poll has to end when the next flush is due. Each thread has times of its own.
 */
final class DueFlushes {

  /** A flush that is due rings at the next millisecond, see {@link FlushTimer}. */
  private static final long SOONEST_MILLIS = 1;

  private final ThreadLocal<PriorityQueue<Long>> own = ThreadLocal.withInitial(PriorityQueue::new);

  /** A task of this thread is to be flushed then. */
  void expect(long atMillis) {
    own.get().add(atMillis);
  }

  /** It has been, or is not to be. */
  void forget(long atMillis) {
    own.get().remove(atMillis);
  }

  /** How long a poll of this thread may wait for records. */
  Duration untilNext(Duration most, long nowMillis) {
    Long next = own.get().peek();
    if (next == null) {
      return most;
    }
    Duration wait = Duration.ofMillis(Math.max(SOONEST_MILLIS, next - nowMillis));
    return wait.compareTo(most) < 0 ? wait : most;
  }
}
