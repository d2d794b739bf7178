package io.tidemark.sink.board;

import io.tidemark.model.run.RunStatus;

/**
 * Sums over runs: {@code fact + ignored + rejected + quoted} is every line read once.
 *
 * @param overflow op names beyond an op table's admission limit, counted once for all tables of a
 *     run
 * @param turnedAway devices and memories beyond a run's admission limits
 */
public record Totals(
    RunStatus.Lines lines, long gaps, long overflow, RunStatus.TurnedAway turnedAway) {

  static final Totals NONE =
      new Totals(new RunStatus.Lines(0, 0, 0, 0, 0), 0, 0, RunStatus.TurnedAway.NONE);

  Totals plus(RunStatus run) {
    return new Totals(
        sum(lines, run.lines()),
        gaps + run.gaps(),
        overflow,
        turnedAway.plus(run.tracking().turnedAway()));
  }

  private static RunStatus.Lines sum(RunStatus.Lines one, RunStatus.Lines other) {
    return new RunStatus.Lines(
        one.fact() + other.fact(),
        one.ignored() + other.ignored(),
        one.rejected() + other.rejected(),
        one.duplicate() + other.duplicate(),
        one.quoted() + other.quoted());
  }

  /** Adds the op names dropped by a run's limit; every table of a run states the same count. */
  Totals plusOverflow(long ofRun) {
    return new Totals(lines, gaps, overflow + ofRun, turnedAway);
  }
}
