package io.tidemark.sink.board;

import io.tidemark.model.OpTable;
import io.tidemark.model.RunStatus;

/**
 * Sums over runs: {@code fact + ignored + rejected} is every line read once.
 *
 * @param overflow op names turned away by an op table's admission limit, summed over tables
 */
public record Totals(
    long fact, long ignored, long rejected, long duplicate, long gaps, long overflow) {

  static final Totals NONE = new Totals(0, 0, 0, 0, 0, 0);

  Totals plus(RunStatus run) {
    RunStatus.Lines lines = run.lines();
    return new Totals(
        fact + lines.fact(),
        ignored + lines.ignored(),
        rejected + lines.rejected(),
        duplicate + lines.duplicate(),
        gaps + run.gaps(),
        overflow);
  }

  Totals plus(OpTable table) {
    return new Totals(fact, ignored, rejected, duplicate, gaps, overflow + table.overflow());
  }
}
