package io.tidemark.model;

import org.jspecify.annotations.Nullable;

/**
 * What a failed allocation needed and found in one bank, in bytes; {@code null} where the log
 * states no figure.
 *
 * @param bankBytes size of the bank
 * @param freePerBank below a buffer in the way, when two regions clash
 */
public record BankBytes(
    @Nullable Long neededPerBank,
    @Nullable Long bankBytes,
    @Nullable Long usedPerBank,
    @Nullable Long freePerBank,
    @Nullable Long largestFreePerBank) {

  /** As a parser reads the figures: a negative one is unknown. */
  public static BankBytes stated(
      long needed, long bankBytes, long used, long free, long largestFree) {
    return new BankBytes(
        known(needed), known(bankBytes), known(used), known(free), known(largestFree));
  }

  private static @Nullable Long known(long figure) {
    return figure < 0 ? null : figure;
  }

  /** Only the request is known. */
  public static BankBytes needed(long bytes) {
    return stated(bytes, -1, -1, -1, -1);
  }
}
