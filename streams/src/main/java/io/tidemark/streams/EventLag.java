package io.tidemark.streams;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.distribution.TimeWindowMax;

/**
 * How long after it was read from its log a slice is tracked: the highest of the last 15 seconds, 0
 * while nothing passes.
 */
final class EventLag implements AutoCloseable {

  private static final long STEP_MILLIS = 5_000;
  private static final int STEPS = 3;

  private final MeterRegistry registry;
  private final Clock clock;
  private final TimeWindowMax highest;
  private final TimeGauge gauge;

  EventLag(MeterRegistry registry) {
    this.registry = registry;
    this.clock = registry.config().clock();
    this.highest = new TimeWindowMax(clock, STEP_MILLIS, STEPS);
    this.gauge =
        TimeGauge.builder("tidemark.event.lag", highest, SECONDS, max -> max.poll(SECONDS))
            .description("How old what passed a stage in the last 15 seconds was, at most")
            .tag("stage", "track")
            .register(registry);
  }

  /** Something of this time (epoch milliseconds) has passed. */
  void passed(long eventMillis) {
    highest.record((double) Math.max(0, clock.wallTime() - eventMillis), MILLISECONDS);
  }

  /** A gauge left behind would go on telling of this program after the next one started. */
  @Override
  public void close() {
    registry.remove(gauge);
  }
}
