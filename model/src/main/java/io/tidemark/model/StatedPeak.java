package io.tidemark.model;

import org.jspecify.annotations.Nullable;

/**
 * The peak that the compiler states of unpadded bytes, re-use and memory spaces ignored (XLA); not
 * comparable with a {@link PlanPeak}. Both are {@code null} when unknown.
 */
public record StatedPeak(@Nullable Long bytes, @Nullable Long step) {
  public static final StatedPeak UNKNOWN = new StatedPeak(null, null);
}
