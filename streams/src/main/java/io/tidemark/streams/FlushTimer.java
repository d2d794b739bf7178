package io.tidemark.streams;

import java.time.Duration;
import java.time.Instant;
import java.util.function.LongConsumer;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.jspecify.annotations.Nullable;

/**
 * The one timer of a task, which rings once. One that runs makes Kafka Streams commit, so there is
 * none while there is nothing to do.
 */
final class FlushTimer {

  /** Kafka Streams skips a time that passed while it was set, to the next one of the interval. */
  private static final Duration TICK = Duration.ofMillis(1);

  private final ProcessorContext<byte[], byte[]> context;
  private final DueFlushes due;
  private final LongConsumer flush;
  private @Nullable Cancellable set;
  private long atMillis;

  /**
   * @param flush is given the time
   */
  FlushTimer(ProcessorContext<byte[], byte[]> context, DueFlushes due, LongConsumer flush) {
    this.context = context;
    this.due = due;
    this.flush = flush;
  }

  /** Whether it rings then, or sooner. */
  boolean ringsBy(long millis) {
    return set != null && atMillis <= millis;
  }

  /** Sets it anew. */
  void set(Instant at) {
    stop();
    atMillis = at.toEpochMilli();
    due.expect(atMillis);
    set = context.schedule(at, TICK, PunctuationType.WALL_CLOCK_TIME, this::ring);
  }

  private void ring(long nowMillis) {
    stop();
    flush.accept(nowMillis);
  }

  void stop() {
    if (set != null) {
      set.cancel();
      due.forget(atMillis);
    }
    set = null;
  }
}
