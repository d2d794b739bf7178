package io.tidemark.analysis.memory;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The program boundaries between two blocks of a device's memories.
 *
 * @param ended spans that end at the second block
 * @param submitted program of a submission that began; {@code null} if none began
 * @param constEval whether a program that computes constants once has ended
 */
public record Crossed(List<Span> ended, @Nullable String submitted, boolean constEval) {

  public static final Crossed NOTHING = new Crossed(List.of(), null, false);
}
