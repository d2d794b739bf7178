package io.tidemark.streams.source;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Times of the newest faults of each source, in event time. They are forgotten at a restart. */
public final class FaultTimes {

  /** A source with this number of faults within {@link #WITHIN} fails too often. */
  public static final int TOO_MANY = 3;

  public static final Duration WITHIN = Duration.ofHours(1);

  private final Map<String, Deque<Long>> bySource = new HashMap<>();

  boolean isTooOften(String source, long millis) {
    Deque<Long> times = bySource.computeIfAbsent(source, unknown -> new ArrayDeque<>());
    times.add(millis);
    if (times.size() < TOO_MANY) {
      return false;
    }
    // Slices of several generations may come out of order.
    return millis - times.remove() <= WITHIN.toMillis();
  }

  void forget(String source) {
    bySource.remove(source);
  }
}
