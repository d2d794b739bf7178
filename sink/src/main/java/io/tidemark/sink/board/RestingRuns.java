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
 * Ends the alerts of runs whose logs are at rest, as of a moment: a run that failed and wrote
 * nothing since, and a run whose log was old when the program started. Nothing can be saved there.
 * A log that goes on opens them again, since this changes the shown board only.
 */
public final class RestingRuns {

  /** Silence after which a failed run has ended, and a log is old. */
  public static final long REST_MILLIS = 15 * 60_000L;

  private RestingRuns() {}

  /**
   * The board with the alerts of runs at rest ended; the same object if there are none.
   *
   * @param startMillis when the program started
   */
  public static Board ended(Board board, long nowMillis, long startMillis) {
    Map<RunId, Long> ends = new HashMap<>();
    board
        .runs()
        .forEach(
            (run, status) -> {
              if (status.endMillis() == null) {
                long newest = writtenMillis(board, run, status);
                boolean failed = status.failures().count() > 0;
                if (newest + REST_MILLIS <= (failed ? nowMillis : startMillis)) {
                  ends.put(run, Math.max(newest, status.startMillis()));
                }
              }
            });
    return ends.isEmpty() ? board : ended(board, ends);
  }

  /** When the log was written last, else the time of its newest figure. */
  private static long writtenMillis(Board board, RunId run, RunStatus status) {
    FileStatus file = status.source().file();
    Long changed = file == null ? null : file.changedMillis();
    return changed == null ? board.newestMillis(run, status) : changed;
  }

  private static Board ended(Board board, Map<RunId, Long> ends) {
    SortedMap<AlertKey, Alert> alerts = new TreeMap<>(board.alerts());
    alerts.replaceAll(
        (key, alert) -> {
          Long end = ends.get(key.run());
          return end == null || !alert.active() ? alert : alert.endedAt(end);
        });
    return new Board(
        board.runs(), board.usage(), board.ops(), board.timelines(), board.plans(), alerts);
  }
}
