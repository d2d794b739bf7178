package io.tidemark.model.event;

import io.tidemark.model.ByteSize;

/** Describes a need above the size of a memory without banks. */
public final class Excess {

  private Excess() {}

  /** Returns, for example, {@code needed 18.75 of 15.75 GiB HBM: 3.00 GiB too much}. */
  public static String text(long neededBytes, long capacityBytes, String memory) {
    String needed = ByteSize.text(neededBytes);
    String capacity = ByteSize.text(capacityBytes);
    String unit = needed.substring(needed.indexOf(' '));
    // A common unit is said once.
    String of = capacity.endsWith(unit) ? needed.substring(0, needed.indexOf(' ')) : needed;
    return "needed %s of %s %s: %s too much"
        .formatted(of, capacity, memory, ByteSize.text(neededBytes - capacityBytes));
  }
}
