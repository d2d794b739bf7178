package io.tidemark.model.event;

import io.tidemark.model.ByteSize;
import java.util.Locale;

/** Describes a need above the size of a memory without banks, with one unit for all figures. */
public final class Excess {

  private Excess() {}

  /** Returns, for example, {@code needed 18.75 of 15.75 GiB HBM: 3.00 GiB too much}. */
  public static String text(long neededBytes, long capacityBytes, String memory) {
    long unit = ByteSize.unitOf(neededBytes);
    String name = ByteSize.unitName(neededBytes);
    return String.format(
        Locale.ROOT,
        "needed %s of %s %s %s: %s too much",
        in(neededBytes, unit),
        in(capacityBytes, unit),
        name,
        memory,
        ByteSize.text(neededBytes - capacityBytes));
  }

  private static String in(long bytes, long unit) {
    return unit == 1
        ? Long.toString(bytes)
        : String.format(Locale.ROOT, unit < ByteSize.GIB ? "%.1f" : "%.2f", (double) bytes / unit);
  }
}
