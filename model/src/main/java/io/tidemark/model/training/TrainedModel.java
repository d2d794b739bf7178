package io.tidemark.model.training;

import io.tidemark.model.ByteSize;
import org.jspecify.annotations.Nullable;

/**
 * The trained model, as far as the log states it.
 *
 * @param name name in a banner above the summary; {@code null} for none
 * @param parameters number of parameters; {@code null} if the log does not state it
 */
public record TrainedModel(@Nullable String name, @Nullable Long parameters) {

  public TrainedModel {
    parameters = ByteSize.known(parameters);
  }
}
