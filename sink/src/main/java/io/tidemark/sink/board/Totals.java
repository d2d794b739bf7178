package io.tidemark.sink.board;

import io.tidemark.model.RunStatus;

/**
 * Sums over runs: {@code fact + ignored + rejected + quoted} is every line read once.
 *
 * @param overflow op names turned away by an op table's admission limit, once for all tables of a
 *     run
 * @param turnedAway devices and memories that there was no room for
 */
public record Totals(
    long fact,
    long ignored,
    long rejected,
    long duplicate,
    long quoted,
    long gaps,
    long overflow,
    RunStatus.TurnedAway turnedAway) {

  static final Totals NONE = new Totals(0, 0, 0, 0, 0, 0, 0, RunStatus.TurnedAway.NONE);

  Totals plus(RunStatus run) {
    RunStatus.Lines lines = run.lines();
    return new Totals(
        fact + lines.fact(),
        ignored + lines.ignored(),
        rejected + lines.rejected(),
        duplicate + lines.duplicate(),
        quoted + lines.quoted(),
        gaps + run.gaps(),
        overflow,
        turnedAway.plus(run.turnedAway()));
  }

  /** The op names that a run has turned away: every table of it tells the same. */
  Totals plusOverflow(long ofRun) {
    return new Totals(
        fact, ignored, rejected, duplicate, quoted, gaps, overflow + ofRun, turnedAway);
  }

  /** Each sum, or that of {@code floor} where it is higher. */
  Totals atLeast(Totals floor) {
    return new Totals(
        Math.max(fact, floor.fact),
        Math.max(ignored, floor.ignored),
        Math.max(rejected, floor.rejected),
        Math.max(duplicate, floor.duplicate),
        Math.max(quoted, floor.quoted),
        Math.max(gaps, floor.gaps),
        Math.max(overflow, floor.overflow),
        new RunStatus.TurnedAway(
            Math.max(turnedAway.devices(), floor.turnedAway.devices()),
            Math.max(turnedAway.memories(), floor.turnedAway.memories())));
  }
}
