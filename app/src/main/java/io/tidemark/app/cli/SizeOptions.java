package io.tidemark.app.cli;

import io.tidemark.analysis.alert.GivenSizes;
import io.tidemark.model.Refusal;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Sizes that a log does not state. */
final class SizeOptions {

  @Option(
      names = "--device-memory",
      paramLabel = "SIZE",
      description = {
        "size of the device's memory, used where the log states none",
        SizeText.ALLOWED,
        "default: unknown; 12GiB for a training"
      })
  @Nullable String device;

  @Option(
      names = "--model-size",
      paramLabel = "SIZE",
      description = {
        "expected size of a trained model",
        SizeText.ALLOWED,
        "default: two bytes per parameter"
      })
  @Nullable String model;

  @Option(
      names = "--optimizer-size",
      paramLabel = "SIZE",
      description = {
        "expected size of the optimizer's state",
        SizeText.ALLOWED,
        "default: twice the model"
      })
  @Nullable String optimizer;

  @Option(
      names = "--gradients-size",
      paramLabel = "SIZE",
      description = {"expected size of the gradients", SizeText.ALLOWED, "default: as the model"})
  @Nullable String gradients;

  @Option(
      names = "--use-actual-sizes",
      description =
          "uses the sizes of model and optimizer that the log states, not the expected ones")
  boolean useActualSizes;

  GivenSizes value() {
    return new GivenSizes(
        deviceBytes(),
        SizeText.bytes("--model-size", model),
        SizeText.bytes("--optimizer-size", optimizer),
        SizeText.bytes("--gradients-size", gradients),
        useActualSizes);
  }

  private OptionalLong deviceBytes() {
    OptionalLong bytes = SizeText.bytes("--device-memory", device);
    if (bytes.isPresent() && bytes.getAsLong() == 0) {
      throw new Refusal("--device-memory %s: want more than 0, e.g. 12GiB".formatted(device));
    }
    return bytes;
  }
}
