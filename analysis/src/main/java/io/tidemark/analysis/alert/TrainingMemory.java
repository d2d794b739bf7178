package io.tidemark.analysis.alert;

import io.tidemark.model.MemoryEvent.Phase;
import io.tidemark.model.Training;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a trainer's summary means for a device, by the formulas of tt-train's own {@code
 * analyze_memory.py}, for phases of any number: activations and overhead are the largest of the
 * passes, gradients what stands after the last backward pass above what stood after the optimizer
 * was made.
 *
 * @param parts what the peak is made of
 * @param peakBytes the overall peak: stated, or that of the last phase of a cut summary
 * @param peakOwner the phase that the peak falls into, empty without a phase
 */
public record TrainingMemory(
    Assumptions assumptions, Parts parts, long peakBytes, String peakOwner) {

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
   * What the log does not state.
   *
   * @param deviceBytes the device's memory
   * @param modelBytes expected: two bytes (bf16) for each parameter unless given; 0 when unknown
   * @param useActualSizes the parts of the peak are the log's, not the expected
   */
  public record Assumptions(
      long deviceBytes,
      long modelBytes,
      long optimizerBytes,
      long gradientsBytes,
      boolean useActualSizes) {

    /** One n150 card, the trainer's own default. */
    public static final long DEFAULT_DEVICE_BYTES = 12L << 30;

    private static final int BF16_BYTES = 2;

    /** An empty size is derived: optimizer twice the model, gradients as large as it. */
    public static Assumptions of(
        @Nullable Long parameters,
        OptionalLong device,
        OptionalLong model,
        OptionalLong optimizer,
        OptionalLong gradients,
        boolean useActualSizes) {
      long modelBytes = model.orElse(parameters == null ? 0 : parameters * BF16_BYTES);
      return new Assumptions(
          device.orElse(DEFAULT_DEVICE_BYTES),
          modelBytes,
          optimizer.orElse(2 * modelBytes),
          gradients.orElse(modelBytes),
          useActualSizes);
    }
  }

  /** Of a summary, whether whole or cut. */
  public static TrainingMemory of(Training training, Assumptions assumptions) {
    List<Phase> phases = training.phases();
    long model = changeOf(phases, "MODEL_CREATION");
    long optimizer = changeOf(phases, "OPTIMIZER_CREATION");
    long activations = largest(phases, "FORWARD_PASS", true);
    long overhead = largest(phases, "BACKWARD_PASS", false);
    long peak = peakBytes(training);
    // Without a parameter count nothing is expected: the log's own sizes are all there is.
    boolean actual = assumptions.useActualSizes() || assumptions.modelBytes() == 0;
    long explained =
        (actual ? model : assumptions.modelBytes())
            + (actual ? optimizer : assumptions.optimizerBytes())
            + activations
            + overhead;
    return new TrainingMemory(
        assumptions,
        new Parts(
            model,
            optimizer,
            activations,
            gradients(phases),
            overhead,
            Math.max(0, peak - explained)),
        peak,
        peakOwner(phases));
  }

  /** In percent of the expected; 0 where nothing is expected. */
  public static double differencePercent(long actual, long expected) {
    return expected == 0 ? 0 : 100.0 * (actual - expected) / expected;
  }

  /** In percent of the device. */
  public double usagePercent() {
    return 100.0 * peakBytes / assumptions.deviceBytes();
  }

  /** Below 0 by as much as is missing. */
  public long headroomBytes() {
    return assumptions.deviceBytes() - peakBytes;
  }

  public boolean fits() {
    return headroomBytes() >= 0;
  }

  private static long changeOf(List<Phase> phases, String kind) {
    return phases.stream()
        .filter(phase -> phase.kind().equals(kind))
        .mapToLong(phase -> phase.dram().changeBytes())
        .findFirst()
        .orElse(0);
  }

  private static long largest(List<Phase> phases, String kind, boolean change) {
    return phases.stream()
        .filter(phase -> phase.kind().equals(kind))
        .mapToLong(phase -> change ? phase.dram().changeBytes() : phase.dram().peakBytes())
        .max()
        .orElse(0);
  }

  /** The overall peak: stated, or that of the last phase of a cut summary. */
  static long peakBytes(Training training) {
    List<Phase> phases = training.phases();
    Long stated = training.totals().peakBytes();
    if (stated != null) {
      return stated;
    }
    if (phases.isEmpty()) {
      return 0;
    }
    return phases.get(phases.size() - 1).cumulative().cumulativePeakBytes();
  }

  private static long gradients(List<Phase> phases) {
    long afterOptimizer = currentAfter(phases, "OPTIMIZER_CREATION");
    boolean backward = phases.stream().anyMatch(phase -> phase.kind().equals("BACKWARD_PASS"));
    return backward ? currentAfter(phases, "BACKWARD_PASS") - afterOptimizer : 0;
  }

  private static long currentAfter(List<Phase> phases, String kind) {
    return phases.stream()
        .filter(phase -> phase.kind().equals(kind))
        .mapToLong(phase -> phase.cumulative().currentBytes())
        .reduce(0, (earlier, last) -> last);
  }

  private static String peakOwner(List<Phase> phases) {
    String owner = "";
    long highest = -1;
    long before = 0;
    for (Phase phase : phases) {
      if (before + phase.dram().peakBytes() > highest) {
        highest = before + phase.dram().peakBytes();
        owner = phase.name();
      }
      before = phase.cumulative().currentBytes();
    }
    return owner;
  }
}
