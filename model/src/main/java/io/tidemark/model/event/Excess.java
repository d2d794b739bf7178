package io.tidemark.model.event;

import io.tidemark.model.ByteSize;

/** Describes a need above the size of a memory without banks. */
public final class Excess {

  private Excess() {}

  /** Returns, for example, {@code needed 18.75 GiB of 15.75 GiB HBM: 3.00 GiB too much}. */
  public static String text(long neededBytes, long capacityBytes, String memory) {
    return "needed %s of %s %s: %s too much"
        .formatted(
            ByteSize.text(neededBytes),
            ByteSize.text(capacityBytes),
            memory,
            ByteSize.text(neededBytes - capacityBytes));
  }
}
