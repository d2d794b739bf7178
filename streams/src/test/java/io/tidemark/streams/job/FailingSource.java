package io.tidemark.streams.job;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.AnalysisFailure;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.job.PlantedFault.Bug;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A source that triggers a bug, and what the topics show of it and of others. */
abstract class FailingSource {

  static final String BAD = "b.log";
  static final String POISON = "start\npoison\n";

  static final String OUT_OF_MEMORY =
      "Always | FATAL    | Out of Memory: Not enough space to allocate 96 B DRAM buffer across"
          + " 12 banks, where each bank needs to store 8 B\n";

  @TempDir Path stateDir;
  Transcript job;
  final Map<RunId, RunStatus> runs = new HashMap<>();
  final Map<AlertKey, Alert> alerts = new HashMap<>();
  final List<TestRecord<byte[], byte[]>> letters = new ArrayList<>();

  @AfterEach
  void close() {
    job.close();
  }

  void open(Bug bug) {
    job = new Transcript(stateDir, PlantedFault.with(bug));
  }

  /** Reads the topics as their readers do. */
  void read() {
    job.flush().flush();
    runs.putAll(job.board(Topics.RUNS));
    runs.values().removeIf(Objects::isNull);
    alerts.putAll(job.board(Topics.ALERTS));
    alerts.values().removeIf(Objects::isNull);
    letters.addAll(job.records(Topics.DEAD_LETTERS));
  }

  void restart() {
    read();
    job = job.restarted();
  }

  RunStatus run(int number) {
    return Objects.requireNonNull(runs.get(new RunId(BAD, number)));
  }

  AnalysisFailure failure(int run) {
    return Objects.requireNonNull(run(run).analysisFailure());
  }

  static RunStatus.Lines lines(long ignored) {
    return new RunStatus.Lines(0, ignored, 0, 0, 0);
  }
}
