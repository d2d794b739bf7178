package io.tidemark.model;

import org.jspecify.annotations.Nullable;

/**
 * The peak of unpadded bytes stated by the compiler, ignoring reuse and memory spaces (XLA). It is
 * not comparable with a {@link PlanPeak}. Both figures are {@code null} if unknown.
 */
public record StatedPeak(@Nullable Long bytes, @Nullable Long step) {
  public static final StatedPeak UNKNOWN = new StatedPeak(null, null);
}
