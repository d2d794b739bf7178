package io.tidemark.streams.publish;

import java.time.Duration;
import java.time.Instant;
import java.util.function.LongConsumer;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.jspecify.annotations.Nullable;

/**
 * The timer of a task, which fires once. A running timer makes Kafka Streams commit, so none runs
 * while there is nothing to do.
 */
public final class FlushTimer {

  /** How often changed state is published, at most; the wall clock only paces it. */
  public static final Duration FLUSH_INTERVAL = Duration.ofMillis(50);

  /** If the time has passed when the timer is set, Kafka Streams fires one interval later. */
  private static final Duration TICK = Duration.ofMillis(1);

  private final ProcessorContext<byte[], byte[]> context;
  private final DueFlushes due;
  private final LongConsumer flush;
  private @Nullable Cancellable set;
  private long atMillis;

  /**
   * @param flush receives the time of the flush
   */
  public FlushTimer(ProcessorContext<byte[], byte[]> context, DueFlushes due, LongConsumer flush) {
    this.context = context;
    this.due = due;
    this.flush = flush;
  }

  /** All tasks of a thread flush at the same moments, so that one commit takes them along. */
  public static Instant nextMoment(long nowMillis) {
    long interval = FLUSH_INTERVAL.toMillis();
    return Instant.ofEpochMilli((nowMillis / interval + 1) * interval);
  }

  /** Whether it fires at this time or earlier. */
  public boolean ringsBy(long millis) {
    return set != null && atMillis <= millis;
  }

  /** Replaces the time at which it fires. */
  public void set(Instant at) {
    stop();
    atMillis = at.toEpochMilli();
    due.expect(atMillis);
    set = context.schedule(at, TICK, PunctuationType.WALL_CLOCK_TIME, this::ring);
  }

  /** Fires if its time has come. */
  public void check(long nowMillis) {
    if (ringsBy(nowMillis)) {
      ring(nowMillis);
    }
  }

  private void ring(long nowMillis) {
    stop();
    flush.accept(nowMillis);
  }

  public void stop() {
    if (set != null) {
      set.cancel();
      due.forget(atMillis);
    }
    set = null;
  }
}
