package io.tidemark.app.summary;

import io.tidemark.analysis.alert.TrainingMemory.Assumptions;
import io.tidemark.model.Training;
import java.util.OptionalLong;

/** Sizes in bytes that a log does not state, given by the user; an empty one is derived. */
public record GivenSizes(
    OptionalLong device,
    OptionalLong model,
    OptionalLong optimizer,
    OptionalLong gradients,
    boolean useActualSizes) {

  /** Without any given size. */
  public static GivenSizes none() {
    OptionalLong empty = OptionalLong.empty();
    return new GivenSizes(empty, empty, empty, empty, false);
  }

  /** The expected sizes of a run. */
  public Assumptions about(Training training) {
    return Assumptions.of(
        training.parameters(), device, model, optimizer, gradients, useActualSizes);
  }
}
