package io.tidemark.streams;

import io.tidemark.model.Slice;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongConsumer;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * The one processor. Kafka Streams runs {@link #init} again on the same object when it revives a
 * task whose transaction was lost, with its stores rolled back: everything in memory is built anew
 * there, since a state left over would count the repeated slices twice.
 */
final class SliceTracker implements Processor<String, Slice, Object, Object> {

  /**
   * How often changed state is told and committed; the wall clock only paces it. All tasks of a
   * thread are told at the same moments, so that one commit takes them along.
   */
  static final Duration FLUSH_INTERVAL = Duration.ofMillis(50);

  /**
   * The same while a backlog is worked off: a commit takes from the work, and all of it is late.
   */
  static final Duration BACKLOG_FLUSH_INTERVAL = Duration.ofMillis(200);

  /** Lines read longer ago than this are a backlog. */
  static final Duration BACKLOG_AGE = Duration.ofSeconds(1);

  private final SourceAnalysis.Loader loader;
  private final LongConsumer tracked;
  private @Nullable SourceTracking sources;
  private @Nullable Cancellable flushes;

  /** When the newest slice since the last flush was read; {@code null} when there was none. */
  private @Nullable Long readMillis;

  private long flushedMillis;

  /**
   * @param tracked told the time of each slice that was taken in
   */
  SliceTracker(SourceAnalysis.Loader loader, LongConsumer tracked) {
    this.loader = loader;
    this.tracked = tracked;
  }

  @Override
  public void init(ProcessorContext<Object, Object> context) {
    close();
    sources = new SourceTracking(loader, new StoreParts(context), new Outputs(context));
    flushes =
        context.schedule(
            Instant.EPOCH,
            FLUSH_INTERVAL,
            PunctuationType.WALL_CLOCK_TIME,
            now -> flush(context, now));
  }

  /** What is told is read when it is committed: a commit of its own interval would come later. */
  private void flush(ProcessorContext<Object, Object> context, long nowMillis) {
    boolean backlog = readMillis != null && nowMillis - readMillis > BACKLOG_AGE.toMillis();
    if (backlog && nowMillis - flushedMillis < BACKLOG_FLUSH_INTERVAL.toMillis()) {
      return;
    }
    readMillis = null;
    flushedMillis = nowMillis;
    if (sources().flush()) {
      context.commit();
    }
  }

  @Override
  public void process(Record<String, Slice> slice) {
    sources().take(slice.key(), slice.value(), slice.timestamp());
    readMillis = slice.value().toMillis();
    tracked.accept(readMillis);
  }

  @Override
  public void close() {
    if (flushes != null) {
      flushes.cancel();
    }
    flushes = null;
    sources = null;
    readMillis = null;
  }

  private SourceTracking sources() {
    if (sources == null) {
      throw new IllegalStateException("used before init or after close");
    }
    return sources;
  }
}
