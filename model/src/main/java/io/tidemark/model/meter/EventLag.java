package io.tidemark.model.meter;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.distribution.TimeWindowMax;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Age of the data at a stage of the pipeline, since its line was read. The gauge is the maximum of
 * what passed in the last 15 seconds and of what waits; 0 if nothing does.
 */
public final class EventLag implements AutoCloseable {

  private static final long STEP_MILLIS = 5_000;
  private static final int STEPS = 3;

  private final MeterRegistry registry;
  private final Clock clock;
  private final TimeWindowMax highest;
  private final TimeGauge gauge;

  /** Stage of the measurement; the value of the label {@code stage}. */
  public enum Stage {
    /** Acknowledged by Kafka. */
    SHIP,
    /** Applied by the streams job. */
    TRACK,
    /** On the sink's board. */
    SHOW;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** For a stage at which nothing is known to wait. */
  public EventLag(Stage stage, MeterRegistry registry) {
    this(stage, registry, OptionalLong::empty);
  }

  /**
   * @param waiting event time (epoch milliseconds) of the oldest data that waits for this stage
   */
  public EventLag(Stage stage, MeterRegistry registry, Supplier<OptionalLong> waiting) {
    this.registry = registry;
    this.clock = registry.config().clock();
    this.highest = new TimeWindowMax(clock, STEP_MILLIS, STEPS);
    this.gauge =
        TimeGauge.builder(
                "tidemark.event.lag",
                highest,
                SECONDS,
                max -> Math.max(max.poll(SECONDS), age(waiting.get())))
            .description(
                "How old what passed a stage in the last 15 seconds was, or what waits is, at most")
            .tag("stage", stage.label())
            .register(registry);
  }

  private double age(OptionalLong eventMillis) {
    return eventMillis.isEmpty()
        ? 0
        : Math.max(0, clock.wallTime() - eventMillis.getAsLong()) / 1000.0;
  }

  /** Records that data with this event time (epoch milliseconds) passed the stage. */
  public void passed(long eventMillis) {
    highest.record((double) Math.max(0, clock.wallTime() - eventMillis), MILLISECONDS);
  }

  /** A remaining gauge would show the lag of this program after the next one started. */
  @Override
  public void close() {
    registry.remove(gauge);
  }
}
