package io.tidemark.streams.job;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.tidemark.model.meter.EventLag;
import io.tidemark.model.wire.Topics;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The job's own meters, beside Kafka's. Lines are counted in the state ({@link
 * io.tidemark.model.run.RunStatus}), so that a restart does not count them twice.
 */
public final class StreamsMeters implements AutoCloseable {

  static final String RUNNING = "tidemark.streams.running";
  static final String REPLACED = "tidemark.streams.threads.replaced";

  static final String UNREADABLE = "tidemark.streams.records.unreadable";
  static final String IGNORED = "tidemark.streams.slices.ignored";
  static final String WAITING = "tidemark.slices.waiting";
  static final String RESTARTED = "tidemark.state.sections.restarted";

  private final MeterRegistry registry;
  private final Counter replaced;
  private final Counter unreadable;
  private final Counter ignored;
  private final Counter restarted;
  private final AtomicLong waitingBytes = new AtomicLong();
  private final Gauge waiting;
  private final EventLag lag;
  private @Nullable Gauge running;

  public StreamsMeters(MeterRegistry registry) {
    this.registry = registry;
    lag = new EventLag(EventLag.Stage.TRACK, registry);
    replaced = counter(REPLACED, "Streams threads that died and were replaced");
    unreadable =
        counter(
            UNREADABLE,
            "Records of a topic that could not be read and became dead letters",
            "topic",
            Topics.LINES.name());
    ignored = counter(IGNORED, "Slices dropped of sources whose analysis failed too often");
    restarted =
        counter(RESTARTED, "Sections of stored state that could not be read and were begun anew");
    waiting =
        Gauge.builder(WAITING, waitingBytes, AtomicLong::get)
            .description("Stored size of slices of loud sources that wait for their turn")
            .baseUnit(BaseUnits.BYTES)
            .register(registry);
  }

  private Counter counter(String name, String description, String... tags) {
    return Counter.builder(name).description(description).tags(tags).register(registry);
  }

  /** The stored size of slices of loud sources that wait for their turn has changed. */
  void slicesWaiting(long moreBytes) {
    waitingBytes.addAndGet(moreBytes);
  }

  /** A slice was received; its lines were read from the log at {@code readMillis}. */
  void tracked(long readMillis) {
    lag.passed(readMillis);
  }

  public void threadReplaced() {
    replaced.increment();
  }

  public void recordUnreadable() {
    unreadable.increment();
  }

  void sliceIgnored() {
    ignored.increment();
  }

  void sectionsRestarted(int sections) {
    restarted.increment(sections);
  }

  public void watch(BooleanSupplier works) {
    running =
        Gauge.builder(RUNNING, works, now -> now.getAsBoolean() ? 1 : 0)
            .description(
                "1 while the streams job works, 0 while it starts, rebalances or has ended")
            .strongReference(true)
            .register(registry);
  }

  /** A gauge left registered would report this job even after the next one has started. */
  @Override
  public void close() {
    lag.close();
    registry.remove(waiting);
    if (running != null) {
      registry.remove(running);
    }
  }
}
