package io.tidemark.sink.verdict;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule.Severity;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The runs of a board by urgency: failed, alerting, open, ended with an alert, others; within each
 * group the newest first.
 */
public final class RunOrder {

  private static final int FAILED = 0;
  private static final int CRITICAL = 1;
  private static final int WARNING = 2;
  private static final int OPEN = 3;
  private static final int ENDED = 4;

  private RunOrder() {}

  public static List<Map.Entry<RunId, RunStatus>> of(Board board) {
    Comparator<Map.Entry<RunId, RunStatus>> newest =
        Comparator.comparingLong((Map.Entry<RunId, RunStatus> run) -> run.getValue().startMillis())
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
    if (status.failures().count() > 0) {
      return FAILED;
    }
    if (status.analysisFailure() != null) {
      return CRITICAL;
    }
    int alerting =
        board.alertsOf(id).stream()
            .filter(alert -> alert.getValue().lasts(status.endMillis()))
            .mapToInt(RunOrder::need)
            .min()
            .orElse(OPEN);
    // What is over never outranks what can be saved.
    return status.endMillis() == null ? alerting : ENDED + alerting;
  }

  private static int need(Map.Entry<AlertKey, Alert> alert) {
    return alert.getKey().rule().severity() == Severity.CRITICAL ? CRITICAL : WARNING;
  }
}
