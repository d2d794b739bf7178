package io.tidemark.sink.verdict;

import io.tidemark.model.alert.AlertRule.Severity;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The runs of a board by urgency: open ones, those in trouble first, since they can be saved; then
 * those that failed, those that will not fit, and those that are done. Within each group the run
 * with the newest figure comes first, by the log's own time.
 */
public final class RunOrder {

  /** Open runs: with a critical alert, with a warning, others. */
  private static final int NOW = 0;

  private static final int FAILED = 3;
  private static final int WILL_NOT_FIT = 4;

  /** Ended runs, by the alerts that lasted to their ends. */
  private static final int DONE = 5;

  private static final int NO_ALERT = 2;

  private RunOrder() {}

  public static List<Map.Entry<RunId, RunStatus>> of(Board board) {
    Comparator<Map.Entry<RunId, RunStatus>> newest =
        Comparator.comparingLong(
                (Map.Entry<RunId, RunStatus> run) ->
                    board.newestMillis(run.getKey(), run.getValue()))
            .thenComparing(Map.Entry::getKey)
            .reversed();
    return board.runs().entrySet().stream()
        .sorted(
            Comparator.comparingInt(
                    (Map.Entry<RunId, RunStatus> run) -> need(board, run.getKey(), run.getValue()))
                .thenComparing(newest))
        .toList();
  }

  private static int need(Board board, RunId id, RunStatus status) {
    if (status.failures().count() > 0 || status.analysisFailure() != null) {
      return FAILED;
    }
    if (RunVerdict.isTooLarge(board, id, status)) {
      return WILL_NOT_FIT;
    }
    int alerting =
        board.alertsOf(id).stream()
            .filter(alert -> alert.getValue().lasts(status.endMillis()))
            .mapToInt(alert -> alert.getKey().rule().severity() == Severity.CRITICAL ? 0 : 1)
            .min()
            .orElse(NO_ALERT);
    return (status.endMillis() == null ? NOW : DONE) + alerting;
  }
}
