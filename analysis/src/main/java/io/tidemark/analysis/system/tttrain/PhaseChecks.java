package io.tidemark.analysis.system.tttrain;

import io.tidemark.model.event.MemoryEvent.Phase;
import io.tidemark.model.training.TrainingTotals;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks identities between the figures of a summary. A breach indicates mixed output of two ranks
 * or a cut log. Each printed figure is rounded to 0.01 MiB, so sums may differ by twice that.
 */
final class PhaseChecks {

  private static final long TOLERANCE_BYTES = Math.round(0.02 * (1 << 20)) + 2;

  private PhaseChecks() {}

  /** Counts the identities that do not hold; those of unknown totals are skipped. */
  static int broken(List<Phase> phases, TrainingTotals totals) {
    int broken = 0;
    long peak = 0;
    long current = 0;
    for (Phase p : phases) {
      broken += differ(p.dram().changeBytes(), p.dram().allocatedBytes() - p.dram().freedBytes());
      broken += differ(p.cumulative().currentBytes(), current + p.dram().changeBytes());
      broken +=
          differ(
              p.cumulative().cumulativePeakBytes(), Math.max(peak, current + p.dram().peakBytes()));
      broken += p.dram().peakBytes() + TOLERANCE_BYTES < p.dram().changeBytes() ? 1 : 0;
      long parts = p.l1().circularBufferPeakBytes() + p.l1().bufferPeakBytes();
      broken += p.l1().totalPeakBytes() > parts + TOLERANCE_BYTES ? 1 : 0;
      // Printed values are used, so that rounding errors do not add up over phases.
      peak = p.cumulative().cumulativePeakBytes();
      current = p.cumulative().currentBytes();
    }
    Long peakBytes = totals.peakBytes();
    Long finalBytes = totals.finalBytes();
    broken += peakBytes == null ? 0 : differ(peakBytes, peak);
    broken += finalBytes == null ? 0 : differ(finalBytes, current);
    return broken;
  }

  private static int differ(long one, long other) {
    return Math.abs(one - other) > TOLERANCE_BYTES ? 1 : 0;
  }

  /** Whether two phases have the same name and figures: the later trace overwrote the earlier. */
  static boolean hidden(List<Phase> phases) {
    Set<List<Object>> seen = new HashSet<>();
    for (Phase p : phases) {
      if (!seen.add(
          List.of(
              p.name(),
              p.dram().peakBytes(),
              p.dram().allocatedBytes(),
              p.dram().freedBytes(),
              p.l1().circularBufferPeakBytes(),
              p.l1().bufferPeakBytes(),
              p.l1().totalPeakBytes()))) {
        return true;
      }
    }
    return false;
  }
}
