package io.tidemark.streams.publish;

import java.time.Duration;
import java.util.PriorityQueue;

/**
 * The due times of a thread's flushes. Kafka Streams checks its timers only between two polls, so a
 * poll must end when the next flush is due. Each thread has its own times.
 */
public final class DueFlushes {

  /** A due flush fires at the next millisecond, see {@link FlushTimer}. */
  private static final long SOONEST_MILLIS = 1;

  private final ThreadLocal<PriorityQueue<Long>> own = ThreadLocal.withInitial(PriorityQueue::new);

  /** Adds a flush of a task of this thread. */
  void expect(long atMillis) {
    own.get().add(atMillis);
  }

  /** Removes a flush that is done or cancelled. */
  void forget(long atMillis) {
    own.get().remove(atMillis);
  }

  /** How long a poll of this thread may wait for records, at most {@code most}. */
  public Duration untilNext(Duration most, long nowMillis) {
    Long next = own.get().peek();
    if (next == null) {
      return most;
    }
    Duration wait = Duration.ofMillis(Math.max(SOONEST_MILLIS, next - nowMillis));
    return wait.compareTo(most) < 0 ? wait : most;
  }
}
