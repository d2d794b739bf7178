package io.tidemark.app.watch;

import io.tidemark.analysis.alert.TrainingMemory.Assumptions;
import io.tidemark.model.Training;
import java.util.OptionalLong;

/** Sizes in bytes that a log does not tell and its reader may; an empty one is derived. */
public record ToldSizes(
    OptionalLong device,
    OptionalLong model,
    OptionalLong optimizer,
    OptionalLong gradients,
    boolean useActualSizes) {

  /** Nothing is told. */
  public static ToldSizes none() {
    OptionalLong untold = OptionalLong.empty();
    return new ToldSizes(untold, untold, untold, untold, false);
  }

  /** With these, what is to be expected of a run. */
  public Assumptions about(Training training) {
    return Assumptions.of(
        training.parameters(), device, model, optimizer, gradients, useActualSizes);
  }
}
