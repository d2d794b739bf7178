package io.tidemark.model.training;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Memory figures of a device, derived from a trainer's summary. The analysis derives them once and
 * sends them with the summary.
 *
 * @param parts the parts of the peak
 * @param peakBytes the overall peak: stated, or the highest of the phases of a cut summary
 * @param peakOwner the phase with the peak; {@code null} without phases
 */
public record TrainingMemory(
    Assumptions assumptions,
    @JsonUnwrapped Parts parts,
    long peakBytes,
    @Nullable String peakOwner) {

  /** Name of the part that a table lists and that the peak holds within its overhead. */
  public static final String GRADIENTS = "gradients";

  /**
   * The parts of a training's memory.
   *
   * @param modelBytes bytes left on the device by the creation of the model; the others likewise
   * @param gradientsOverheadBytes the backward pass' own peak
   * @param otherBytes rest of the peak beside all other parts, at least 0
   */
  public record Parts(
      long modelBytes,
      long optimizerBytes,
      long activationsBytes,
      long gradientsBytes,
      long gradientsOverheadBytes,
      long otherBytes) {}

  /**
   * Sizes that the summary does not state.
   *
   * @param deviceBytes the device's memory
   * @param modelBytes expected size; {@code null} if unknown; the others likewise
   * @param useActualSizes whether the parts of the peak use the log's sizes instead of the expected
   *     ones
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
   * A named part of the memory.
   *
   * @param expectedBytes {@code null} if no size is expected
   */
  public record Part(String name, long actualBytes, @Nullable Long expectedBytes) {}

  /** The parts in display order. */
  public List<Part> table() {
    return List.of(
        new Part("model", parts.modelBytes(), assumptions.modelBytes()),
        new Part("optimizer", parts.optimizerBytes(), assumptions.optimizerBytes()),
        new Part("activations", parts.activationsBytes(), null),
        new Part(GRADIENTS, parts.gradientsBytes(), assumptions.gradientsBytes()),
        new Part("overhead", parts.gradientsOverheadBytes(), null),
        new Part("other", parts.otherBytes(), null));
  }

  /**
   * The parts that add up to the peak: the overhead is that of the backward pass with gradients.
   */
  public List<Part> partsOfPeak() {
    return table().stream().filter(part -> !part.name().equals(GRADIENTS)).toList();
  }

  /** Difference in percent of the expected size; 0 if no size is expected. */
  public static double differencePercent(long actual, @Nullable Long expected) {
    return expected == null || expected == 0 ? 0 : 100.0 * (actual - expected) / expected;
  }

  /** The peak as a share of the device's memory. */
  public double usageRatio() {
    return (double) peakBytes / assumptions.deviceBytes();
  }

  /** Free bytes at the peak; negative if memory is missing. */
  public long headroomBytes() {
    return assumptions.deviceBytes() - peakBytes;
  }

  public boolean fits() {
    return headroomBytes() >= 0;
  }
}
