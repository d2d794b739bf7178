package io.tidemark.app.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.HashMap;
import java.util.Map;

/**
 * Limits the lines of a Kafka client's logger to a few per minute and level. A client without its
 * topic or broker logs each attempt, hundreds of times a second. Kafka formats its messages before
 * the logger sees them, so the patterns of equal messages differ by their values.
 */
public final class RepeatedLines extends Filter<ILoggingEvent> {

  static final int MOST_A_MINUTE = 3;
  private static final long MINUTE_MILLIS = 60_000;

  private static final String KAFKA = "org.apache.kafka.";

  private final Map<String, Minute> minutes = new HashMap<>();

  /** Number of messages within the minute that began at {@code beganMillis}. */
  private record Minute(long beganMillis, int lines) {
    boolean holds(long millis) {
      return millis >= beganMillis && millis - beganMillis < MINUTE_MILLIS;
    }
  }

  @Override
  public FilterReply decide(ILoggingEvent event) {
    if (!event.getLoggerName().startsWith(KAFKA)) {
      return FilterReply.NEUTRAL;
    }
    return count(event) > MOST_A_MINUTE ? FilterReply.DENY : FilterReply.NEUTRAL;
  }

  private synchronized int count(ILoggingEvent event) {
    return minutes
        .merge(
            event.getLevel() + " " + event.getLoggerName(),
            new Minute(event.getTimeStamp(), 1),
            (before, one) ->
                before.holds(one.beganMillis())
                    ? new Minute(before.beganMillis(), before.lines() + 1)
                    : one)
        .lines();
  }
}
