package io.tidemark.streams.job;

import io.tidemark.analysis.SourceAnalysis;
import io.tidemark.model.log.Slice;
import io.tidemark.streams.job.UsageTopology.JobEnvironment;
import io.tidemark.streams.publish.FlushTimer;
import io.tidemark.streams.publish.Outputs;
import io.tidemark.streams.publish.Publication;
import io.tidemark.streams.source.CountedRestarts;
import io.tidemark.streams.source.LoudSources;
import io.tidemark.streams.source.Received;
import io.tidemark.streams.source.SourceTracking;
import io.tidemark.streams.source.StoreParts;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The one processor. Kafka Streams runs {@link #init} again on the same object when it revives a
 * task whose transaction was lost, with its stores as committed: everything in memory is built anew
 * there, since a state left over would count the repeated slices twice.
 */
final class SliceTracker implements Processor<String, Slice, byte[], byte[]> {

  /**
   * How often changed state is published while a backlog is worked off: a commit takes from the
   * work, and all of it is late. Flushes are at multiples of it, since each commits all tasks of
   * the thread.
   */
  static final Duration BACKLOG_FLUSH_INTERVAL = Duration.ofSeconds(1);

  /** Lines read longer ago than this are a backlog. */
  static final Duration BACKLOG_AGE = Duration.ofSeconds(1);

  private final SourceAnalysis.Loader loader;
  private final JobEnvironment job;

  /** Slices that the tasks of the job have taken together. */
  private final AtomicLong slices;

  private @Nullable Task task;

  /**
   * @param slices counts those of all tasks of the job
   */
  SliceTracker(SourceAnalysis.Loader loader, JobEnvironment job, AtomicLong slices) {
    this.loader = loader;
    this.job = job;
    this.slices = slices;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> context) {
    close();
    Task made = new Task(context);
    task = made;
    BeforeCommit beforeCommit = context.getStateStore(BeforeCommit.NAME);
    beforeCommit.run(made::store, context, UsageTopology.STORES);
    // What an earlier instance left is published without a slice.
    made.expectFlush();
  }

  @Override
  public void process(Record<String, Slice> line) {
    if (task == null) {
      throw new IllegalStateException("used before init or after close");
    }
    task.process(line);
  }

  @Override
  public void close() {
    if (task != null) {
      task.close();
    }
    task = null;
  }

  /** The task since its last {@link #init}. */
  private final class Task {

    private final ProcessorContext<byte[], byte[]> context;
    private final int partition;
    private final Publication publication;
    private final SourceTracking sources;
    private final FlushTimer timer;

    /** A slice has come since the last flush, and the next one is timed for it. */
    private boolean awaited;

    /**
     * A record has come since a flush was last considered. Kafka Streams may check its timers after
     * each record, so turns of loud sources would hold up the records behind.
     */
    private boolean received;

    /** When the newest slice since the last flush was read; {@code null} when there was none. */
    private @Nullable Long readMillis;

    /** Stored size of the slices that wait, as in the meter. */
    private long waitingBytes;

    /** The last flush that had something to do. */
    private long flushedMillis;

    /**
     * {@link #slices} when a flush was last considered. A task whose turn is over still waits while
     * another one has slices.
     */
    private long slicesBefore;

    private boolean closed;

    Task(ProcessorContext<byte[], byte[]> context) {
      this.context = context;
      this.partition = context.taskId().partition();
      this.publication = job.publications().apply(context);
      Outputs outputs = new Outputs(publication, context::currentSystemTimeMs);
      this.sources =
          new SourceTracking(
              new CountedRestarts(loader, job.meters()::sectionsRestarted),
              new StoreParts(context),
              outputs,
              new LoudSources(job.nanos(), outputs::emitted),
              job.meters()::sliceIgnored,
              job.meters()::tracked);
      this.timer = new FlushTimer(context, job.due(), this::flush);
    }

    /** What a commit publishes reaches a board with the next flush. */
    void store() {
      if (sources.store() && !closed) {
        expectFlush();
      }
    }

    void expectFlush() {
      long now = context.currentSystemTimeMs();
      // One that is far away was set before the clock was set back.
      if (!awaited || !timer.ringsBy(now + BACKLOG_FLUSH_INTERVAL.toMillis())) {
        awaited = true;
        timer.set(publication.nextFlush(now, flushedMillis));
      }
    }

    /**
     * The commit is asked for here: one of its own interval would come later than what it is for.
     */
    private void flush(long nowMillis) {
      long taken = slices.get();
      boolean busy = taken != slicesBefore;
      slicesBefore = taken;
      boolean others = received || busy;
      received = false;
      if (busy && isBacklog(nowMillis) && !isNextMoment(nowMillis)) {
        flushAgain(nowMillis);
        return;
      }
      readMillis = null;
      awaited = false;
      boolean worked = sources.flush(others);
      flushedMillis = worked ? nowMillis : flushedMillis;
      noteWaiting(sources.waitingBytes());
      boolean commitDue = publication.flushed(worked, nowMillis);
      if (sources.publishedAgain()) {
        job.backlog().onPublished(partition);
      }
      if (commitDue) {
        context.commit();
      }
      if (sources.waits() && !others) {
        // Not at this moment: it would fire before the commit of this flush.
        timer.set(Instant.ofEpochMilli(nowMillis + 1));
      } else if (sources.pending() || publication.pending() || job.backlog().holds(partition)) {
        flushAgain(nowMillis);
      }
    }

    private void flushAgain(long nowMillis) {
      timer.set(FlushTimer.nextMoment(nowMillis));
    }

    private boolean isBacklog(long nowMillis) {
      return readMillis != null && nowMillis - readMillis > BACKLOG_AGE.toMillis();
    }

    private boolean isNextMoment(long nowMillis) {
      long interval = BACKLOG_FLUSH_INTERVAL.toMillis();
      return nowMillis / interval != flushedMillis / interval;
    }

    void process(Record<String, Slice> line) {
      expectFlush();
      received = true;
      RecordMetadata read = context.recordMetadata().orElseThrow();
      job.backlog().onRead(read.partition(), read.offset());
      Slice slice = line.value();
      if (slice.isOpen()) {
        return;
      }
      boolean earlier = job.backlog().holds(read.partition());
      if (sources.onSlice(
          line.key(), new Received(slice, line.timestamp(), read.offset()), earlier)) {
        slices.incrementAndGet();
        readMillis = slice.isRest() ? readMillis : Long.valueOf(slice.toMillis());
      }
      while (sources.makeRoom()) {
        // Turns of loud sources may take seconds, and the figures of the others are due meanwhile.
        timer.check(context.currentSystemTimeMs());
      }
      noteWaiting(sources.waitingBytes());
    }

    private void noteWaiting(long bytes) {
      job.meters().slicesWaiting(bytes - waitingBytes);
      waitingBytes = bytes;
    }

    void close() {
      timer.stop();
      publication.close();
      noteWaiting(0);
      closed = true;
    }
  }
}
