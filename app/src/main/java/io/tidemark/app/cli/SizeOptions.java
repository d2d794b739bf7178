package io.tidemark.app.cli;

import io.tidemark.analysis.alert.GivenSizes;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Sizes that a log does not state. */
final class SizeOptions {

  @Mixin DeviceMemoryOption device = new DeviceMemoryOption();

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
        device.bytes(),
        SizeText.bytes("--model-size", model),
        SizeText.bytes("--optimizer-size", optimizer),
        SizeText.bytes("--gradients-size", gradients),
        useActualSizes);
  }
}
