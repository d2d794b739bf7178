package io.tidemark.model;

import java.util.Locale;

/** Counts in words. */
public final class Counted {

  private Counted() {}

  /**
   * The count with its noun, which forms its plural by an {@code s}: {@code 1 line, 1,200 lines}.
   */
  public static String text(long count, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
  }
}
