package io.tidemark.model;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a trainer's summary means for a device. It is derived once, where the log is analysed, and
 * travels with the summary.
 *
 * @param parts what the peak is made of
 * @param peakBytes the overall peak: stated, or the highest of the phases of a cut summary
 * @param peakOwner the phase that the peak falls into; {@code null} without a phase
 */
public record TrainingMemory(
    Assumptions assumptions, Parts parts, long peakBytes, @Nullable String peakOwner) {

  public TrainingMemory {
    Objects.requireNonNull(assumptions, "assumptions");
    Objects.requireNonNull(parts, "parts");
  }

  /**
   * What a training's memory holds.
   *
   * @param modelBytes what making the model left on the device; the others alike
   * @param gradientsOverheadBytes the backward pass' own peak
   * @param otherBytes of the peak what none of the parts explains, never below 0
   */
  public record Parts(
      long modelBytes,
      long optimizerBytes,
      long activationsBytes,
      long gradientsBytes,
      long gradientsOverheadBytes,
      long otherBytes) {}

  /**
   * What the summary does not state.
   *
   * @param deviceBytes the device's memory
   * @param modelBytes expected, {@code null} when unknown; the others alike
   * @param useActualSizes the parts of the peak are the log's, not the expected
   */
  public record Assumptions(
      long deviceBytes,
      @Nullable Long modelBytes,
      @Nullable Long optimizerBytes,
      @Nullable Long gradientsBytes,
      boolean useActualSizes) {

    public Assumptions {
      if (deviceBytes <= 0) {
        throw new IllegalArgumentException(
            "device of %d bytes: want more than 0".formatted(deviceBytes));
      }
    }
  }

  /**
   * A part of the memory by name.
   *
   * @param expectedBytes {@code null} where nothing is expected of it
   */
  public record Part(String name, long actualBytes, @Nullable Long expectedBytes) {
    public Part {
      Objects.requireNonNull(name, "name");
    }
  }

  /** The parts in the order that every surface shows them in. */
  public List<Part> table() {
    return List.of(
        new Part("model", parts.modelBytes(), assumptions.modelBytes()),
        new Part("optimizer", parts.optimizerBytes(), assumptions.optimizerBytes()),
        new Part("activations", parts.activationsBytes(), null),
        new Part("gradients", parts.gradientsBytes(), assumptions.gradientsBytes()),
        new Part("overhead", parts.gradientsOverheadBytes(), null),
        new Part("other", parts.otherBytes(), null));
  }

  /** In percent of the expected; 0 where nothing is expected. */
  public static double differencePercent(long actual, @Nullable Long expected) {
    return expected == null || expected == 0 ? 0 : 100.0 * (actual - expected) / expected;
  }

  /** The peak as a share of the device. */
  public double usageRatio() {
    return (double) peakBytes / assumptions.deviceBytes();
  }

  /** Below 0 by as much as is missing. */
  public long headroomBytes() {
    return assumptions.deviceBytes() - peakBytes;
  }

  public boolean fits() {
    return headroomBytes() >= 0;
  }
}
