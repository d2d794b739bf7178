package io.tidemark.model.meter;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class EventLagTest {

  private final MockClock clock = new MockClock();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
  private final EventLag lag = new EventLag(EventLag.Stage.SHIP, meters);

  private double published() {
    return meters.get("tidemark.event.lag").tag("stage", "ship").timeGauge().value(SECONDS);
  }

  @Test
  void theOldestOfTheLastFifteenSecondsIsToldHoweverOftenItIsAsked() {
    clock.addSeconds(100);
    lag.passed(clock.wallTime() - 40_000);
    lag.passed(clock.wallTime() - 2_000);

    assertThat(published()).isEqualTo(40);
    assertThat(published()).isEqualTo(40);
    clock.addSeconds(9);
    assertThat(published()).isEqualTo(40);
    clock.addSeconds(7);
    assertThat(published()).isZero();
  }

  @Test
  void whatWaitsGetsOlderUntilItPasses() {
    lag.close();
    AtomicReference<OptionalLong> oldest = new AtomicReference<>(OptionalLong.of(clock.wallTime()));
    new EventLag(EventLag.Stage.SHIP, meters, oldest::get);

    clock.addSeconds(50);
    assertThat(published()).isEqualTo(50);

    oldest.set(OptionalLong.empty());
    assertThat(published()).isZero();
  }

  @Test
  void aClockSetBackIsNoLag() {
    lag.passed(clock.wallTime() + 5_000);

    assertThat(published()).isZero();
  }

  @Test
  void whatIsClosedTellsNothing() {
    lag.close();

    assertThat(meters.getMeters()).isEmpty();
  }
}
