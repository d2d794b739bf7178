package io.tidemark.sink.verdict;

import static java.util.stream.Collectors.toSet;

import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.AnalysisFailure;
import io.tidemark.model.run.Killed;
import io.tidemark.model.run.Refusals;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.training.Training;
import io.tidemark.sink.board.Board;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;

/**
 * The state of a run.
 *
 * @param words the state in words, the same on every surface
 */
public record RunVerdict(RunState state, String words) {

  private static final long MILLIS_PER_MINUTE = 60_000;

  /** Without a new figure for this time, a run is idle. */
  static final long IDLE_MILLIS = MILLIS_PER_MINUTE;

  private static final Set<AlertRule> FULL = Set.of(AlertRule.CRITICAL, AlertRule.FILLING_UP);

  /** What is said of plans and trainings without a use over time, which end with their lines. */
  private static final Set<RunState> PLANNED = Set.of(RunState.FITS, RunState.CAPACITY_UNKNOWN);

  /** Fewer unread bytes than this are analysed almost at once. */
  static final long CLEARLY_BEHIND_BYTES = 1024 * 1024;

  public static RunVerdict of(Board board, RunId id, RunStatus status, long nowMillis) {
    if (status.failures().count() > 0) {
      return plain(RunState.OUT_OF_MEMORY);
    }
    Killed killed = status.failures().killed();
    if (killed != null) {
      return killed(killed);
    }
    AnalysisFailure failure = status.analysisFailure();
    if (failure != null) {
      return failure.isUpgrade() ? plain(RunState.BEGUN_ANEW) : failed(failure);
    }
    boolean open = status.endMillis() == null;
    Refusals refused = status.failures().refused();
    if (open && refused != null) {
      return new RunVerdict(RunState.ALLOCATION_REFUSED, refused.words());
    }
    if (open && isBehind(status)) {
      return reading(status);
    }
    Set<AlertRule> alerts = lasting(board, id, status);
    if (open && !alerts.contains(AlertRule.WILL_NOT_FIT) && !recognisedNothing(status)) {
      long silent = nowMillis - board.newestMillis(id, status);
      if (silent >= IDLE_MILLIS) {
        RunVerdict ended = ended(board, id, status, alerts);
        if (PLANNED.contains(ended.state()) && status.snapshots() == 0) {
          return ended;
        }
        return new RunVerdict(RunState.IDLE, "no news for " + time(silent / MILLIS_PER_MINUTE));
      }
      return plain(isFull(alerts) ? RunState.FILLING_UP : RunState.LIVE);
    }
    return ended(board, id, status, alerts);
  }

  private static String time(long minutes) {
    long hours = minutes / 60;
    return hours < 2
        ? minutes + " min"
        : hours < 48 ? hours + " h" : "%d d %d h".formatted(hours / 24, hours % 24);
  }

  private static RunVerdict ended(Board board, RunId id, RunStatus status, Set<AlertRule> alerts) {
    return ended(
        status,
        board.summariesOf(id).stream().map(plan -> PlanVerdict.of(plan.getValue())).toList(),
        alerts);
  }

  /** Whether much of its file waits to be read. */
  static boolean isBehind(RunStatus status) {
    return status.source().unreadBytes() >= CLEARLY_BEHIND_BYTES;
  }

  /** Whether an alert says that a plan or a training is too large for its memory. */
  static boolean isTooLarge(Board board, RunId id, RunStatus status) {
    return lasting(board, id, status).contains(AlertRule.WILL_NOT_FIT);
  }

  private static Set<AlertRule> lasting(Board board, RunId id, RunStatus status) {
    return board.alertsOf(id).stream()
        .filter(alert -> alert.getValue().lasts(status.endMillis()))
        .map(alert -> alert.getKey().rule())
        .collect(toSet());
  }

  private static boolean isFull(Set<AlertRule> alerts) {
    return !Collections.disjoint(alerts, FULL);
  }

  /**
   * The verdict of a run that ended with plans of these verdicts.
   *
   * @param alerts those that last at its end
   */
  public static RunVerdict ended(
      RunStatus status, Collection<PlanVerdict> plans, Set<AlertRule> alerts) {
    if (status.failures().count() > 0) {
      return plain(RunState.OUT_OF_MEMORY);
    }
    Killed killed = status.failures().killed();
    if (killed != null) {
      return killed(killed);
    }
    Refusals refused = status.failures().refused();
    if (refused != null) {
      return new RunVerdict(RunState.ALLOCATION_REFUSED, refused.sentence());
    }
    if (alerts.contains(AlertRule.WILL_NOT_FIT)) {
      return plain(RunState.WILL_NOT_FIT);
    }
    if (recognisedNothing(status)) {
      return plain(RunState.NOTHING_RECOGNISED);
    }
    if (plans.contains(PlanVerdict.CAPACITY_UNKNOWN)
        && plans.stream().allMatch(PlanVerdict::isOfUnknownCapacity)) {
      return plain(RunState.CAPACITY_UNKNOWN);
    }
    Training training = status.training();
    boolean trained = training != null && TrainingVerdict.of(training) == TrainingVerdict.FITS;
    boolean fits = trained || plans.contains(PlanVerdict.PLACED);
    return plain(fits && !isFull(alerts) ? RunState.FITS : RunState.ENDED);
  }

  private static boolean recognisedNothing(RunStatus status) {
    return status.formats().isEmpty() && status.lines().read() > 0;
  }

  private static RunVerdict failed(AnalysisFailure failure) {
    String words = "%s at byte %d".formatted(RunState.ANALYSIS_FAILED.words(), failure.atByte());
    return new RunVerdict(
        RunState.ANALYSIS_FAILED,
        failure.sourceIgnored() ? words + ", further lines ignored" : words);
  }

  private static RunVerdict killed(Killed killed) {
    return new RunVerdict(
        RunState.KILLED,
        killed.by() == null
            ? "killed, by whom the log does not say"
            : killed.isAtLimit()
                ? "killed: out of memory at its limit"
                : "killed: out of memory on the host");
  }

  private static RunVerdict plain(RunState state) {
    return new RunVerdict(state, state.words());
  }

  /**
   * The share of the log that is read: offset by size. Never 100 %, since the analysis is behind.
   */
  private static RunVerdict reading(RunStatus status) {
    double read = status.nextOffset();
    double share = read / (read + status.source().unreadBytes());
    return new RunVerdict(
        RunState.READING, "%s %d %%".formatted(RunState.READING.words(), (long) (100 * share)));
  }
}
