package io.tidemark.streams.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.analysis.SourceAnalysis;
import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.model.log.Slice;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.wire.Json;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.job.UsageTopology.JobEnvironment;
import io.tidemark.streams.publish.DueFlushes;
import io.tidemark.streams.publish.TopicPublication;
import io.tidemark.streams.source.Backlog;
import io.tidemark.streams.source.StoreParts;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.MockProcessorContext.CapturedPunctuator;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

class SliceTrackerTest {

  private static final JobEnvironment NO_JOB =
      new JobEnvironment(
          new StreamsMeters(new SimpleMeterRegistry()),
          TopicPublication::new,
          Backlog.none(),
          new DueFlushes(),
          () -> 0);

  private final AtomicLong slices = new AtomicLong();
  private final SliceTracker tracker = new SliceTracker(LineCount::new, NO_JOB, slices);

  @Test
  void aRevivedTaskForgetsWhatItsStoresWereRolledBackFrom() {
    MockProcessorContext<byte[], byte[]> lost = taskWithEmptyStores();
    tracker.init(lost);
    tracker.process(slice());

    MockProcessorContext<byte[], byte[]> revived = taskWithEmptyStores();
    tracker.init(revived);
    tracker.process(slice());
    flush(revived);

    assertThat(lost.scheduledPunctuators()).allMatch(CapturedPunctuator::cancelled);
    assertThat(runs(revived))
        .extracting(RunStatus::lines)
        .containsExactly(new RunStatus.Lines(0, 1, 0, 0, 0));
  }

  @Test
  void aRevivedTaskTellsNothingOfAChangeThatWasRolledBack() {
    MockProcessorContext<byte[], byte[]> lost = taskWithEmptyStores();
    tracker.init(lost);
    tracker.process(slice());

    MockProcessorContext<byte[], byte[]> revived = taskWithEmptyStores();
    tracker.init(revived);
    flush(revived);

    assertThat(runs(revived)).isEmpty();
    assertThat(runs(lost)).isEmpty();
  }

  @Test
  void onlyAFlushThatTellsAsksForACommit() {
    MockProcessorContext<byte[], byte[]> task = taskWithEmptyStores();
    tracker.init(task);
    tracker.process(slice());
    assertThat(task.committed()).isFalse();

    flush(task);
    assertThat(task.committed()).isTrue();
    flush(task);
    task.resetCommit();

    flush(task);
    assertThat(task.committed()).isFalse();
  }

  @Test
  void aCommitThatNoFlushAskedForFindsTheStateStored() {
    MockProcessorContext<byte[], byte[]> task = taskWithEmptyStores();
    tracker.init(task);
    tracker.process(slice());
    KeyValueStore<String, byte[]> hot = task.getStateStore(StoreParts.nameOf(StateParts.Store.HOT));
    assertThat(hot.get("a.log\0")).as("not by each slice").isNull();

    BeforeCommit beforeCommit = task.getStateStore(BeforeCommit.NAME);
    beforeCommit.flushCache();

    assertThat(hot.get("a.log\0")).isNotNull();
  }

  @Test
  void aTaskWithoutWorkHasNoTimerThatWouldMakeItCommit() {
    MockProcessorContext<byte[], byte[]> task = taskWithEmptyStores();
    tracker.init(task);
    tracker.process(slice());
    assertThat(timers(task)).hasSize(1);

    flush(task);
    flush(task);
    assertThat(timers(task)).isEmpty();

    tracker.process(slice());
    tracker.process(slice());
    assertThat(timers(task)).hasSize(1);
  }

  @Test
  void aBacklogIsPublishedAtMultiplesOfItsIntervalSoThatOneCommitTakesAllTasks() {
    MockProcessorContext<byte[], byte[]> late = taskWithEmptyStores();
    tracker.init(late);
    tracker.process(slice());
    flush(late, 2_800);
    assertThat(runs(late)).hasSize(1);

    tracker.process(slice());
    flush(late, 2_850);
    tracker.process(slice());
    flush(late, 2_950);
    assertThat(runs(late)).hasSize(1);

    tracker.process(slice());
    flush(late, 3_000);
    assertThat(runs(late)).as("200 ms after its last").hasSize(2);
  }

  @Test
  void aBacklogWaitsWhileAnotherTaskHasSlices() {
    MockProcessorContext<byte[], byte[]> task = taskWithEmptyStores();
    tracker.init(task);
    tracker.process(slice());
    flush(task, 2_000);
    tracker.process(slice());
    flush(task, 2_050);
    slices.incrementAndGet();
    flush(task, 2_100);
    slices.incrementAndGet();
    flush(task, 2_150);

    assertThat(runs(task)).hasSize(1);
  }

  @Test
  void theEndOfABacklogIsPublishedAtOnce() {
    MockProcessorContext<byte[], byte[]> task = taskWithEmptyStores();
    tracker.init(task);
    tracker.process(slice());
    flush(task, 2_000);
    tracker.process(slice());
    flush(task, 2_050);
    assertThat(runs(task)).hasSize(1);

    flush(task, 2_100);
    assertThat(runs(task)).hasSize(2);
  }

  @Test
  void whatWasJustReadIsToldAtEachFlush() {
    MockProcessorContext<byte[], byte[]> task = taskWithEmptyStores();
    tracker.init(task);
    tracker.process(slice());
    flush(task, 50);
    tracker.process(slice());
    flush(task, 100);

    assertThat(runs(task)).hasSize(2);
  }

  @Test
  void aLoudSourceHasNoTurnWhileRecordsComeThatHadLessTimeThanIt() {
    AtomicLong nanos = new AtomicLong();
    SliceTracker slow =
        tracker(
            (source, parts) -> {
              nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
              return new LineCount(source, parts);
            },
            nanos::get);
    MockProcessorContext<byte[], byte[]> task = taskWithEmptyStores();
    slow.init(task);
    slow.process(slice());
    flush(task);
    assertThat(runs(task)).hasSize(1);

    task.setRecordMetadata(Topics.LINES.name(), 0, 1);
    slow.process(slice(4));
    flush(task);
    assertThat(runs(task)).as("another record may be next").hasSize(1);

    flush(task);
    assertThat(runs(task)).hasSize(2);
  }

  @Test
  void othersArePublishedWhileLoudSourcesMakeRoom() {
    AtomicLong millis = new AtomicLong();
    MockProcessorContext<byte[], byte[]> task = taskWithEmptyStores();
    Runnable second = () -> task.setCurrentSystemTimeMs(millis.addAndGet(1000));
    SliceTracker slow =
        tracker(
            (source, parts) ->
                new Slow(
                    new LineCount(source, parts),
                    source.equals("loud") ? second : () -> {},
                    () -> {}),
            () -> TimeUnit.MILLISECONDS.toNanos(millis.get()));
    slow.init(task);
    byte[] text = new byte[512 * 1024];
    new Random(1).nextBytes(text);
    slow.process(slice("loud", 0, text));
    slow.process(slice("normal", 0, "one\n".getBytes(UTF_8)));
    for (int i = 1; millis.get() == 1000; i++) {
      task.setRecordMetadata(Topics.LINES.name(), 0, i);
      slow.process(slice("loud", (long) i * text.length, text));
    }

    assertThat(task.forwarded(TopicPublication.sink(Topics.RUNS.name())))
        .extracting(published -> new String(published.record().key(), UTF_8))
        .anyMatch(key -> key.contains("normal"));
  }

  @Test
  void aSourceWhosePublicationTakesLongIsLoud() {
    AtomicLong nanos = new AtomicLong();
    Runnable second = () -> nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    SliceTracker slow =
        tracker(
            (source, parts) -> new Slow(new LineCount(source, parts), () -> {}, second),
            nanos::get);
    MockProcessorContext<byte[], byte[]> task = taskWithEmptyStores();
    slow.init(task);
    slow.process(slice());
    flush(task);
    assertThat(runs(task)).hasSize(1);

    task.setRecordMetadata(Topics.LINES.name(), 0, 1);
    slow.process(slice(4));
    flush(task);
    assertThat(runs(task)).as("another record may be next").hasSize(1);
  }

  private SliceTracker tracker(SourceAnalysis.Loader loader, LongSupplier nanos) {
    return new SliceTracker(
        loader,
        new JobEnvironment(
            NO_JOB.meters(), TopicPublication::new, Backlog.none(), new DueFlushes(), nanos),
        slices);
  }

  /** An analysis whose slices or publications take time. */
  private record Slow(LineCount count, Runnable applies, Runnable publishes)
      implements SourceAnalysis {
    @Override
    public Outcome apply(Slice slice) {
      applies.run();
      return count.apply(slice);
    }

    @Override
    public Changes changes() {
      publishes.run();
      return count.changes();
    }

    @Override
    public long weightBytes() {
      return count.weightBytes();
    }
  }

  private static Record<String, Slice> slice() {
    return slice(0);
  }

  private static Record<String, Slice> slice(long offset) {
    return slice("a.log", offset, "one\n".getBytes(UTF_8));
  }

  private static Record<String, Slice> slice(String source, long offset, byte[] bytes) {
    Slice slice = new Slice("g", offset, bytes.length, 1, false, false, 0, 5, bytes);
    return new Record<>(source, slice, 5);
  }

  private static void flush(MockProcessorContext<byte[], byte[]> context) {
    flush(context, 0);
  }

  private static void flush(MockProcessorContext<byte[], byte[]> context, long nowMillis) {
    timers(context).forEach(each -> each.getPunctuator().punctuate(nowMillis));
  }

  private static List<CapturedPunctuator> timers(MockProcessorContext<byte[], byte[]> context) {
    return context.scheduledPunctuators().stream().filter(each -> !each.cancelled()).toList();
  }

  private static List<RunStatus> runs(MockProcessorContext<byte[], byte[]> context) {
    return context.forwarded(TopicPublication.sink(Topics.RUNS.name())).stream()
        .map(published -> Json.MAPPER.readValue(published.record().value(), RunStatus.class))
        .toList();
  }

  private static MockProcessorContext<byte[], byte[]> taskWithEmptyStores() {
    MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
    context.setCurrentSystemTimeMs(0);
    context.setRecordMetadata(Topics.LINES.name(), 0, 0);
    UsageTopology.STORES.forEach(name -> addStore(context, name));
    BeforeCommit beforeCommit = new BeforeCommit();
    beforeCommit.init(context.getStateStoreContext(), beforeCommit);
    context.addStateStore(beforeCommit);
    return context;
  }

  private static void addStore(MockProcessorContext<byte[], byte[]> context, String name) {
    KeyValueStore<String, byte[]> store =
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore(name), Serdes.String(), Serdes.ByteArray())
            .withLoggingDisabled()
            .build();
    store.init(context.getStateStoreContext(), store);
    context.addStateStore(store);
  }
}
