package io.tidemark.app;

import io.tidemark.app.broker.TopicSetup;
import io.tidemark.app.replay.Pace;
import io.tidemark.app.replay.ReplayTimes;
import io.tidemark.app.replay.Shipment;
import io.tidemark.app.replay.Shipped;
import io.tidemark.app.replay.WallClock;
import io.tidemark.app.report.LogAtRest;
import io.tidemark.ingest.ship.KafkaOutlet;
import io.tidemark.model.Refusal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How logs at rest go through a running pipeline; nowhere unless a broker is named. */
final class PipelineOptions {

  private static final Duration LAST_SENDS = Duration.ofSeconds(1);
  private static final double MOST = 1_000_000;

  @Option(
      names = "--bootstrap-servers",
      paramLabel = "HOST:PORT",
      description = "ship the lines there, for the streams and the sink that run")
  @Nullable String bootstrapServers;

  @Option(names = "--kafka", paramLabel = "KEY=VALUE", description = "any Kafka client property")
  Map<String, String> kafka = new HashMap<>();

  @Option(names = "--no-create-topics", description = "refuse to start when a topic is missing")
  boolean noCreateTopics;

  @Option(
      names = "--retime",
      description = "tell it as if it happened now, so that a scrape and its alerts see it")
  boolean retime;

  @Option(
      names = "--speed",
      paramLabel = "N|max",
      description = "so many seconds of the log in one; 1 with --retime, else max")
  @Nullable String speed;

  @Option(
      names = "--source",
      paramLabel = "NAME",
      description =
          "its name there, for one LOG; else replay/ and the log's own. The same log counts once under one name")
  @Nullable String source;

  /** Refuses what only a pipeline takes where none is named. */
  boolean given() {
    if (bootstrapServers == null
        && (retime || noCreateTopics || speed != null || source != null || !kafka.isEmpty())) {
      throw new Refusal(
          "--retime, --speed, --source, --kafka and --no-create-topics of replay want --bootstrap-servers HOST:PORT");
    }
    return bootstrapServers != null;
  }

  /** Ships one after the other, and prints what it came to. */
  void ship(List<LogAtRest> logs, ReplayTimes times) throws Exception {
    if (source != null && (logs.size() > 1 || source.isBlank())) {
      throw new Refusal(
          "--source '%s': want a name, and one log; found %d".formatted(source, logs.size()));
    }
    Pace pace = pace();
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put("bootstrap.servers", String.valueOf(bootstrapServers));
    TopicSetup.ensure(properties, !noCreateTopics);
    try (StopSignal stop = new StopSignal();
        KafkaOutlet outlet = KafkaOutlet.open(properties)) {
      ProgressLine progress = new ProgressLine();
      SystemTime clock = new SystemTime(stop.asked());
      Shipment.Carrier carrier = new Shipment.Carrier(outlet, clock, progress::show);
      for (LogAtRest log : logs) {
        String name = source == null ? "replay/" + log.name() : source;
        Shipped shipped = Shipment.ship(log, name, times, pace, carrier);
        progress.clear();
        System.out.println(shipped.line());
        if (!shipped.whole()) {
          break;
        }
      }
      outlet.awaitAcknowledgements(LAST_SENDS);
    }
  }

  private Pace pace() {
    if (speed == null) {
      return new Pace(retime ? 1 : Pace.MAX, retime);
    }
    try {
      double told = speed.equals("max") ? Pace.MAX : Double.parseDouble(speed);
      if (told == Pace.MAX ? speed.equals("max") : told > 0 && told <= MOST) {
        return new Pace(told, retime);
      }
    } catch (NumberFormatException e) {
      // Refused below, as a number out of bounds is.
    }
    throw new Refusal(
        "--speed '%s': want max, or a number above 0 and up to %,.0f".formatted(speed, MOST));
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
