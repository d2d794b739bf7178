package io.tidemark.app.cli;

import io.tidemark.app.broker.Rights;
import io.tidemark.app.cli.ClientOptions.PatienceOption;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.logfile.Progress;
import io.tidemark.app.logfile.SlicedLog.Pass;
import io.tidemark.app.replay.LogUpload;
import io.tidemark.app.replay.LogUpload.WallClock;
import io.tidemark.app.replay.ReplayPace;
import io.tidemark.app.replay.ReplayTimes;
import io.tidemark.app.replay.UploadStatus;
import io.tidemark.ingest.checkpoint.SourceNaming;
import io.tidemark.ingest.ship.KafkaOutlet;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import io.tidemark.model.log.SliceOrigin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Selects the pipeline of replayed logs: a running one if its broker is named, else one in this
 * process.
 */
final class PipelineOptions {

  private static final double MOST = 1_000_000;

  @Option(names = "--bootstrap-servers", paramLabel = "HOST:PORT")
  @Nullable String bootstrapServers;

  @Mixin ClientOptions client = new ClientOptions();

  @Mixin PatienceOption patience = new PatienceOption();

  @Option(names = "--retime")
  boolean retime;

  @Option(names = "--speed", paramLabel = "N|max")
  @Nullable String speed;

  @Option(names = "--source", paramLabel = "NAME")
  @Nullable String source;

  /** Whether the broker of a running pipeline is named. */
  boolean named() {
    return bootstrapServers != null;
  }

  /** Refuses pipeline options when samples are written without a pipeline. */
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

  /** Refuses broker options when no broker is named. */
  void refuseWithoutName() {
    if (client.given()) {
      throw new Refusal(
          "--kafka, --config and --no-create-topics of replay want --bootstrap-servers HOST:PORT");
    }
  }

  /** Ships the logs to the named broker, one after the other, and prints a line for each. */
  void ship(LogUploads uploads) throws Exception {
    Map<String, Object> properties = client.properties(String.valueOf(bootstrapServers));
    client.awaitTopics(properties, Rights.TOPICS, patience.value(), () -> {});
    try (StopSignal stop = new StopSignal()) {
      uploads.ship(properties, stop.asked(), () -> {});
    }
  }

  LogUploads uploads(List<LogAtRest> logs, ReplayTimes times, LogByLog each) {
    if (source != null && (logs.size() > 1 || source.isBlank())) {
      throw new Refusal(
          "--source '%s': want a name, and one log; found %d".formatted(source, logs.size()));
    }
    Map<String, LogAtRest> named = new LinkedHashMap<>();
    for (LogAtRest log : logs) {
      named.put(source == null ? "replay/" + log.name() : source, log);
    }
    return new LogUploads(named, times, pace(), each);
  }

  private ReplayPace pace() {
    if (speed == null) {
      return new ReplayPace(retime ? 1 : ReplayPace.MAX, retime);
    }
    try {
      double factor = speed.equals("max") ? ReplayPace.MAX : Double.parseDouble(speed);
      if (factor == ReplayPace.MAX ? speed.equals("max") : factor > 0 && factor <= MOST) {
        return new ReplayPace(factor, retime);
      }
    } catch (NumberFormatException e) {
      // Refused below, like a number out of range.
    }
    throw new Refusal(
        "--speed '%s': want max, or a number above 0 and up to %,.0f".formatted(speed, MOST));
  }

  /**
   * Ships complete logs to a broker, one after another.
   *
   * @param logs by their names in the pipeline
   * @param each keeps the failure of one log from ending the others
   */
  record LogUploads(
      Map<String, LogAtRest> logs, ReplayTimes times, ReplayPace pace, LogByLog each) {

    private static final Duration LAST_SENDS = Duration.ofSeconds(1);

    /**
     * Ships all logs and prints a line for each; ends early once {@code stop} is signalled.
     *
     * @param properties of the client, {@code bootstrap.servers} among them
     * @param check called meanwhile; ends the upload by an exception
     */
    List<UploadStatus> ship(Map<String, Object> properties, CountDownLatch stop, Runnable check)
        throws Exception {
      List<UploadStatus> all = new ArrayList<>();
      try (KafkaOutlet outlet = KafkaOutlet.open(properties, origin())) {
        Progress progress = each.progress();
        LogUpload.Sender sender =
            new LogUpload.Sender(
                outlet,
                new SystemTime(stop),
                far -> {
                  check.run();
                  progress.show(
                      far.source(), far.acknowledged().bytes(), far.length(), far.leftMillis());
                });
        for (Map.Entry<String, LogAtRest> log : logs.entrySet()) {
          int before = all.size();
          LogAtRest shown = LogAtRest.shown(List.of(log.getValue()), progress, Pass.DATES).get(0);
          each.run(
              log.getKey(),
              () -> all.add(LogUpload.ship(shown, log.getKey(), times, pace, sender)));
          progress.clear();
          List<UploadStatus> now = List.copyOf(all.subList(before, all.size()));
          now.forEach(shipped -> System.out.println(TerminalText.of(shipped.line())));
          if (!now.stream().allMatch(UploadStatus::whole)) {
            break;
          }
        }
        outlet.awaitAcknowledgements(LAST_SENDS);
      }
      System.out.flush();
      return all;
    }

    /** All logs of a command have the same labels. */
    private SliceOrigin origin() {
      Map<String, String> labels =
          logs.values().stream().findFirst().map(log -> log.origin().labels()).orElse(Map.of());
      return new SliceOrigin(SourceNaming.PLAIN.host(), labels);
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
}
