package io.tidemark.model.memory;

import java.util.Locale;

/**
 * Use of a memory compared with the previous run at the same point of the program.
 *
 * @param run number of the previous run of the source
 * @param usedBytes highest use at the newest point that both runs reached
 * @param lastUsedBytes highest use of the previous run at that point; above 0
 */
public record OverLastRun(int run, long usedBytes, long lastUsedBytes) {

  /**
   * Additional use as a share of the previous run: 0.031 is 3.1 % more, a negative value is less.
   */
  public double ratio() {
    return (double) (usedBytes - lastUsedBytes) / lastUsedBytes;
  }

  /** The ratio in words, to a tenth of a per cent. */
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
