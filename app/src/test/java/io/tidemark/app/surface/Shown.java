package io.tidemark.app.surface;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.Analysed;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.replay.Replay;
import io.tidemark.app.replay.ReplayTimes;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.history.OpenMetricsFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Objects;

/** A log and its board, which all outputs show. */
record Shown(LogAtRest log, Board board, Path folder) {

  /** Analyses the log; the folder is for files. */
  static Shown of(SurfaceCase of, Path folder) throws Exception {
    LogAtRest log = LogAtRest.of(of.files(), Settings.DEFAULT).get(0);
    return new Shown(log, Analysed.of(log, outcome -> {}).board(), folder);
  }

  RunId run() {
    return board.runs().firstKey();
  }

  RunStatus status() {
    return Objects.requireNonNull(board.runs().get(run()));
  }

  /** The log's samples as OpenMetrics. */
  String replayed() throws Exception {
    Path file = folder.resolve("samples.txt");
    try (OpenMetricsFile to = new OpenMetricsFile(file)) {
      Replay.read(log, new ReplayTimes(ZoneOffset.UTC, null), to);
      to.finish();
    }
    return Files.readString(file);
  }
}
