package io.tidemark.model;

import java.util.Locale;

/**
 * Use of a memory beside that of the run before, at the same point of the program.
 *
 * @param run number of the earlier run of the source
 * @param usedBytes highest use at the newest point that both runs have reached
 * @param lastUsedBytes the same of the earlier run; above 0
 */
public record OverLastRun(int run, long usedBytes, long lastUsedBytes) {

  /** By which share more is used than in the earlier run: 0.031 is 3.1 % more, below 0 is less. */
  public double ratio() {
    return (double) (usedBytes - lastUsedBytes) / lastUsedBytes;
  }

  /** As people read it, to a tenth of a per cent. */
  public String words() {
    double percent = Math.rint(1000 * ratio()) / 10;
    if (percent == 0) {
      return "as much as the last run here";
    }
    return String.format(
        Locale.ROOT,
        percent > 0 ? "+%.1f %% over the last run here" : "%.1f %% below the last run here",
        Math.abs(percent));
  }
}
