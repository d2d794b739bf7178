package io.tidemark.sink.board;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.log.FileStatus;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunStatus;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The alerts of a board as somebody is called by them. An alert calls nobody when its log is at
 * rest: a failed run that wrote nothing since, or a log that was old when the program started.
 * Nothing can be saved there. The board goes on to show such an alert, as one of the end.
 */
public final class RaisedAlerts {

  /** Silence after which a log is at rest. */
  static final long REST_MILLIS = 15 * 60_000L;

  private RaisedAlerts() {}

  /**
   * The alerts, those of logs at rest ended; the same object if there are none.
   *
   * @param startMillis when the program started
   */
  public static SortedMap<AlertKey, Alert> of(Board board, long nowMillis, long startMillis) {
    Map<RunId, Long> ends = new HashMap<>();
    board
        .runs()
        .forEach(
            (run, status) -> {
              long written = writtenMillis(board, run, status);
              boolean failed = status.failures().ended();
              if (written + REST_MILLIS <= (failed ? nowMillis : startMillis)) {
                ends.put(run, written);
              }
            });
    if (ends.isEmpty()) {
      return board.alerts();
    }
    SortedMap<AlertKey, Alert> raised = new TreeMap<>(board.alerts());
    raised.replaceAll(
        (key, alert) -> {
          Long end = ends.get(key.run());
          return end == null || !alert.active() ? alert : alert.endedAt(end);
        });
    return raised;
  }

  /** When the log was written last, else the time of its newest figure. */
  private static long writtenMillis(Board board, RunId run, RunStatus status) {
    FileStatus file = status.source().file();
    Long changed = file == null ? null : file.changedMillis();
    return changed == null ? board.newestMillis(run, status) : changed;
  }
}
