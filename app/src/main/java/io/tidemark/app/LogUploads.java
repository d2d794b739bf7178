package io.tidemark.app;

import io.tidemark.app.replay.Pace;
import io.tidemark.app.replay.ReplayTimes;
import io.tidemark.app.replay.Shipment;
import io.tidemark.app.replay.Shipped;
import io.tidemark.app.replay.WallClock;
import io.tidemark.app.report.LogAtRest;
import io.tidemark.ingest.ship.KafkaOutlet;
import io.tidemark.model.TerminalText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Logs at rest on their way to a broker, one after the other.
 *
 * @param logs each under the name that it has there
 * @param each keeps the failure of one log from ending the others
 */
record Freight(Map<String, LogAtRest> logs, ReplayTimes times, Pace pace, LogByLog each) {

  private static final Duration LAST_SENDS = Duration.ofSeconds(1);

  /**
   * Ships all of it and prints what each log came to; less when {@code stop} is asked meanwhile.
   *
   * @param properties of the client, {@code bootstrap.servers} among them
   * @param check asked while it goes on; throws what ends it
   */
  List<Shipped> ship(Map<String, Object> properties, CountDownLatch stop, Runnable check)
      throws Exception {
    List<Shipped> all = new ArrayList<>();
    try (KafkaOutlet outlet = KafkaOutlet.open(properties)) {
      ProgressLine progress = new ProgressLine();
      Shipment.Carrier carrier =
          new Shipment.Carrier(
              outlet,
              new SystemTime(stop),
              far -> {
                check.run();
                progress.show(far);
              });
      for (Map.Entry<String, LogAtRest> log : logs.entrySet()) {
        int before = all.size();
        each.run(
            log.getKey(),
            () -> all.add(Shipment.ship(log.getValue(), log.getKey(), times, pace, carrier)));
        progress.clear();
        List<Shipped> now = List.copyOf(all.subList(before, all.size()));
        now.forEach(shipped -> System.out.println(TerminalText.of(shipped.line())));
        if (!now.stream().allMatch(Shipped::whole)) {
          break;
        }
      }
      outlet.awaitAcknowledgements(LAST_SENDS);
    }
    System.out.flush();
    return all;
  }

  private record SystemTime(CountDownLatch stop) implements WallClock {
    @Override
    public long millis() {
      return System.currentTimeMillis();
    }

    @Override
    public boolean await(long untilMillis) throws InterruptedException {
      return !stop.await(Math.max(0, untilMillis - millis()), TimeUnit.MILLISECONDS);
    }
  }
}
