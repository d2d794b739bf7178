package io.tidemark.model.meter;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.distribution.TimeWindowMax;
import java.util.Locale;

/**
 * Age of the data at a stage of the pipeline, since its line was read. The gauge is the maximum of
 * the last 15 seconds; 0 if nothing passes.
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

  public EventLag(Stage stage, MeterRegistry registry) {
    this.registry = registry;
    this.clock = registry.config().clock();
    this.highest = new TimeWindowMax(clock, STEP_MILLIS, STEPS);
    this.gauge =
        TimeGauge.builder("tidemark.event.lag", highest, SECONDS, max -> max.poll(SECONDS))
            .description("How old what passed a stage in the last 15 seconds was, at most")
            .tag("stage", stage.label())
            .register(registry);
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
