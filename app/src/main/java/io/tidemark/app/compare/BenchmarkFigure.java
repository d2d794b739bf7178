package io.tidemark.app.compare;

import java.util.List;
import java.util.stream.Stream;

/**
 * A peak of the later run, in the form {@code customSmallerIsBetter} of the GitHub action
 * benchmark-action/github-action-benchmark.
 */
public record BenchmarkFigure(String name, String unit, long value, String extra) {

  /** One figure for each peak and each arena of the later run. */
  public static List<BenchmarkFigure> of(Comparison comparison) {
    return Stream.concat(comparison.peaks().stream(), comparison.arenas().stream())
        .filter(row -> row.after() > 0)
        .map(
            row ->
                new BenchmarkFigure(
                    row.what(), "bytes", row.after(), "before: %d bytes".formatted(row.before())))
        .toList();
  }
}
