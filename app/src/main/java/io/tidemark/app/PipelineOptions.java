package io.tidemark.app;

import io.tidemark.app.broker.BrokerAccess;
import io.tidemark.app.broker.TopicSetup;
import io.tidemark.app.replay.Pace;
import io.tidemark.app.replay.ReplayTimes;
import io.tidemark.app.report.LogAtRest;
import io.tidemark.model.Refusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How logs at rest go through a pipeline: one that runs when its broker is named, else our own. */
final class PipelineOptions {

  private static final double MOST = 1_000_000;

  @Option(
      names = "--bootstrap-servers",
      paramLabel = "HOST:PORT",
      description =
          "ship the lines there, for the streams and the sink that run; default: they go"
              + " through a broker, streams and sink of our own")
  @Nullable String bootstrapServers;

  @Mixin ClientOptions client = new ClientOptions();

  @Mixin PatienceOption patience = new PatienceOption();

  @Option(names = "--no-create-topics", description = "refuse to start when a topic is missing")
  boolean noCreateTopics;

  @Option(
      names = "--retime",
      description = "publish it as if it happened now, so that a scrape and its alerts see it")
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

  /** A running pipeline is named. */
  boolean named() {
    return bootstrapServers != null;
  }

  /** Refuses what only a pipeline takes, where samples are written without one. */
  void refuseBesideHistory() {
    if (named()) {
      throw new Refusal(
          "--openmetrics and --remote-write of replay want no broker; leave them or"
              + " --bootstrap-servers out");
    }
    if (retime || speed != null || source != null) {
      throw new Refusal(
          "--retime, --speed and --source of replay go through a pipeline; leave them or"
              + " --openmetrics and --remote-write out");
    }
    refuseWithoutName();
  }

  /** Refuses options for a broker where none is named. */
  void refuseWithoutName() {
    if (noCreateTopics || client.given()) {
      throw new Refusal(
          "--kafka, --config and --no-create-topics of replay want --bootstrap-servers HOST:PORT");
    }
  }

  /** Ships to the broker that is named, one after the other, and prints what each came to. */
  void ship(Freight freight) throws Exception {
    Map<String, Object> properties = client.properties(String.valueOf(bootstrapServers));
    BrokerAccess.await(
        properties, patience.value(), () -> TopicSetup.ensure(properties, !noCreateTopics));
    try (StopSignal stop = new StopSignal()) {
      freight.ship(properties, stop.asked(), () -> {});
    }
  }

  /** What is to be shipped, checked. */
  Freight freight(List<LogAtRest> logs, ReplayTimes times) {
    if (source != null && (logs.size() > 1 || source.isBlank())) {
      throw new Refusal(
          "--source '%s': want a name, and one log; found %d".formatted(source, logs.size()));
    }
    Map<String, LogAtRest> named = new LinkedHashMap<>();
    for (LogAtRest log : logs) {
      named.put(source == null ? "replay/" + log.name() : source, log);
    }
    return new Freight(named, times, pace(), new LogByLog(System.err));
  }

  private Pace pace() {
    if (speed == null) {
      return new Pace(retime ? 1 : Pace.MAX, retime);
    }
    try {
      double seconds = speed.equals("max") ? Pace.MAX : Double.parseDouble(speed);
      if (seconds == Pace.MAX ? speed.equals("max") : seconds > 0 && seconds <= MOST) {
        return new Pace(seconds, retime);
      }
    } catch (NumberFormatException e) {
      // Refused below, as a number out of bounds is.
    }
    throw new Refusal(
        "--speed '%s': want max, or a number above 0 and up to %,.0f".formatted(speed, MOST));
  }
}
