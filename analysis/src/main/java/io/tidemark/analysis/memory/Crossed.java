package io.tidemark.analysis.memory;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The program boundaries between two blocks of a device's memories.
 *
 * @param ended spans that end at the second block
 * @param submitted program of a submission that began; {@code null} if none began
 * @param constEval whether a program that computes constants once has ended
 * @param step of a training at which the second block stands; {@code null} if the log counts none
 */
public record Crossed(
    List<Span> ended,
    @Nullable String submitted,
    boolean constEval,
    @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable String step) {

  public static final Crossed NOTHING = ofStep(null);

  public Crossed(List<Span> ended, @Nullable String submitted, boolean constEval) {
    this(ended, submitted, constEval, null);
  }

  static Crossed ofStep(@Nullable String step) {
    return new Crossed(List.of(), null, false, step);
  }
}
