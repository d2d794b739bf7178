package io.tidemark.app.cli;

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
import io.tidemark.model.TerminalText;
import io.tidemark.model.log.SliceOrigin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ships complete logs to a broker, one after another.
 *
 * @param logs by their names in the pipeline
 * @param each keeps the failure of one log from ending the others
 */
record LogUploads(Map<String, LogAtRest> logs, ReplayTimes times, ReplayPace pace, LogByLog each) {

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
            log.getKey(), () -> all.add(LogUpload.ship(shown, log.getKey(), times, pace, sender)));
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
