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
   * How often changed state is told and committed; the wall clock only paces it. All tasks of all
   * threads are told at the same moments, so that one commit takes them along.
   */
  static final Duration FLUSH_INTERVAL = Duration.ofMillis(50);

  private final SourceAnalysis.Loader loader;
  private final LongConsumer tracked;
  private @Nullable SourceTracking sources;
  private @Nullable Cancellable flushes;

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
            Instant.EPOCH, FLUSH_INTERVAL, PunctuationType.WALL_CLOCK_TIME, now -> flush(context));
  }

  /** What is told is read when it is committed: a commit of its own interval would come later. */
  private void flush(ProcessorContext<Object, Object> context) {
    if (sources().flush()) {
      context.commit();
    }
  }

  @Override
  public void process(Record<String, Slice> slice) {
    sources().take(slice.key(), slice.value(), slice.timestamp());
    tracked.accept(slice.value().toMillis());
  }

  @Override
  public void close() {
    if (flushes != null) {
      flushes.cancel();
    }
    flushes = null;
    sources = null;
  }

  private SourceTracking sources() {
    if (sources == null) {
      throw new IllegalStateException("used before init or after close");
    }
    return sources;
  }
}
