package io.tidemark.sink.verdict;

import io.tidemark.model.alert.AlertRule.Severity;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.AnalysisFailure;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The runs of a board by urgency: open ones, those in trouble first, since they can be saved; then
 * those that failed, those that will not fit, and those that are done. The open run with the newest
 * figure comes first, of the others the one that began last: what is read late has late figures.
 */
public final class RunOrder {

  /** Open runs: with a critical alert, with a warning, others. */
  private static final int NOW = 0;

  private static final int FAILED = 3;
  private static final int WILL_NOT_FIT = 4;

  /** Ended runs, by the alerts that lasted to their ends, and silent ones. */
  private static final int DONE = 5;

  private static final int NO_ALERT = 2;

  /** After this time without a figure, a run is one that nobody can save any more. */
  private static final long OVER_MILLIS = 15 * 60_000L;

  private static final Comparator<Ranked> MOST_URGENT =
      Comparator.comparingInt(Ranked::need)
          .thenComparing(
              Comparator.comparingLong(Ranked::atMillis)
                  .thenComparing(ranked -> ranked.run().getKey())
                  .reversed());

  /** A run with what orders it. */
  private record Ranked(Map.Entry<RunId, RunStatus> run, int need, long atMillis) {}

  private RunOrder() {}

  /** The groups of runs, in their order. */
  public enum Section {
    NOW,
    FAILED,
    WILL_NOT_FIT,
    DONE
  }

  public static Section section(Board board, RunId id, RunStatus status, long nowMillis) {
    int need = need(board, id, status, nowMillis - board.newestMillis(id, status));
    return Section.values()[need < FAILED ? 0 : Math.min(need, DONE) - FAILED + 1];
  }

  /**
   * How urgently a list of runs shows this one at its head: 5 for an open run with a critical
   * alert, 4 with a warning, 3 for one that failed, 2 if it will not fit, 1 for other open runs, 0
   * for those that are done.
   */
  public static int urgency(Board board, RunId id, RunStatus status, long nowMillis) {
    int need = need(board, id, status, nowMillis - board.newestMillis(id, status));
    return switch (need) {
      case NOW -> 5;
      case NOW + 1 -> 4;
      case FAILED -> 3;
      case WILL_NOT_FIT -> 2;
      case NO_ALERT -> 1;
      default -> 0;
    };
  }

  public static List<Map.Entry<RunId, RunStatus>> of(Board board, long nowMillis) {
    return board.runs().entrySet().stream()
        .map(
            run -> {
              long newest = board.newestMillis(run.getKey(), run.getValue());
              int need = need(board, run.getKey(), run.getValue(), nowMillis - newest);
              return new Ranked(run, need, need < FAILED ? newest : begin(run.getValue()));
            })
        .sorted(MOST_URGENT)
        .map(Ranked::run)
        .toList();
  }

  /** A run without a date comes after those with one. */
  private static long begin(RunStatus status) {
    return status.lacksDate() ? 0 : status.startMillis();
  }

  private static int need(Board board, RunId id, RunStatus status, long silentMillis) {
    AnalysisFailure failure = status.analysisFailure();
    if (status.failures().ended() || (failure != null && !failure.isUpgrade())) {
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
    boolean measured = alerting != NO_ALERT || status.snapshots() > 0;
    long most = measured ? OVER_MILLIS : RunVerdict.IDLE_MILLIS;
    boolean silent = silentMillis >= most && !RunVerdict.isBehind(status);
    boolean done = status.endMillis() != null || silent;
    return (done ? DONE : NOW) + alerting;
  }
}
