package io.tidemark.analysis.alert;

import io.tidemark.analysis.memory.Devices;
import io.tidemark.model.event.CumulativeUse;
import io.tidemark.model.event.MemoryEvent.Phase;
import io.tidemark.model.training.Training;
import io.tidemark.model.training.TrainingMemory;
import io.tidemark.model.training.TrainingMemory.Assumptions;
import io.tidemark.model.training.TrainingMemory.Parts;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Derives the memory use of a training from its summary, with the formulas of tt-train's {@code
 * analyze_memory.py}, for any number of phases. Activations and overhead are the largest over the
 * passes. Gradients are the use after the last backward pass minus the use after the creation of
 * the optimizer.
 */
public final class TrainingDerivation {

  /** One n150 card, the default of tt-train itself. */
  public static final long DEFAULT_DEVICE_BYTES = 12L << 30;

  private static final int BF16_BYTES = 2;

  private static final String OPTIMIZER = "OPTIMIZER_CREATION";
  private static final String FORWARD = "FORWARD_PASS";
  private static final String BACKWARD = "BACKWARD_PASS";

  /** A summary is about one device, and states neither its name nor its size. */
  private static final String ONLY_DEVICE = "0";

  private static final String DEVICE_MEMORY = "DRAM";

  private TrainingDerivation() {}

  /**
   * Adds the derived memory to a summary with figures, using the device size of the log; {@code
   * null} for none.
   */
  public static @Nullable Training derived(
      @Nullable Training training, GivenSizes sizes, Devices devices) {
    if (training == null
        || (training.phases().isEmpty() && training.totals().peakBytes() == null)) {
      return training;
    }
    long stated = devices.capacityBytes(ONLY_DEVICE, DEVICE_MEMORY);
    return training.with(of(training, sizes, stated));
  }

  /**
   * Derives the memory of a complete or incomplete summary.
   *
   * @param statedDeviceBytes the device's memory as stated by the log; 0 if unknown
   */
  public static TrainingMemory of(Training training, GivenSizes sizes, long statedDeviceBytes) {
    // The figures of the phase that is being printed may be missing.
    List<Phase> phases =
        training.phases().stream()
            .filter(phase -> !phase.cumulative().equals(CumulativeUse.NONE))
            .toList();
    Assumptions expected = assumptions(training.parameters(), sizes, statedDeviceBytes);
    return new TrainingMemory(
        expected,
        parts(phases, expected, peakBytes(training)),
        peakBytes(training),
        peakOwner(phases));
  }

  /** Derives empty sizes: the optimizer is twice the model, gradients are as large as the model. */
  private static Assumptions assumptions(
      @Nullable Long parameters, GivenSizes sizes, long statedDeviceBytes) {
    Long derived = parameters == null ? null : Long.valueOf(parameters * BF16_BYTES);
    Long model = orElse(sizes.model(), derived);
    return new Assumptions(
        statedDeviceBytes > 0 ? statedDeviceBytes : sizes.device().orElse(DEFAULT_DEVICE_BYTES),
        model,
        orElse(sizes.optimizer(), model == null ? null : Long.valueOf(2 * model)),
        orElse(sizes.gradients(), model),
        sizes.useActualSizes());
  }

  private static @Nullable Long orElse(OptionalLong given, @Nullable Long derived) {
    return given.isPresent() ? Long.valueOf(given.getAsLong()) : derived;
  }

  private static Parts parts(List<Phase> phases, Assumptions expected, long peak) {
    long model = first(phases, "MODEL_CREATION");
    long optimizer = first(phases, OPTIMIZER);
    long activations = largest(phases, FORWARD, phase -> phase.dram().changeBytes());
    long overhead = largest(phases, BACKWARD, phase -> phase.dram().peakBytes());
    long explained =
        part(model, expected.modelBytes(), expected)
            + part(optimizer, expected.optimizerBytes(), expected)
            + activations
            + overhead;
    return new Parts(
        model, optimizer, activations, gradients(phases), overhead, Math.max(0, peak - explained));
  }

  /**
   * Returns the expected size, or the log's size if none is expected or if actual sizes are
   * preferred.
   */
  private static long part(long actual, @Nullable Long expected, Assumptions by) {
    return by.useActualSizes() || expected == null ? actual : expected;
  }

  private static long first(List<Phase> phases, String kind) {
    return phases.stream()
        .filter(phase -> phase.kind().equals(kind))
        .mapToLong(phase -> phase.dram().changeBytes())
        .findFirst()
        .orElse(0);
  }

  private static long largest(List<Phase> phases, String kind, ToLongFunction<Phase> figure) {
    return phases.stream()
        .filter(phase -> phase.kind().equals(kind))
        .mapToLong(figure)
        .max()
        .orElse(0);
  }

  /** The overall peak: the stated one, or the highest so far in an incomplete summary. */
  private static long peakBytes(Training training) {
    Long stated = training.totals().peakBytes();
    return stated != null
        ? stated
        : training.phases().stream()
            .mapToLong(phase -> phase.cumulative().cumulativePeakBytes())
            .max()
            .orElse(0);
  }

  private static long gradients(List<Phase> phases) {
    boolean backward = phases.stream().anyMatch(phase -> phase.kind().equals(BACKWARD));
    return backward ? currentAfter(phases, BACKWARD) - currentAfter(phases, OPTIMIZER) : 0;
  }

  private static long currentAfter(List<Phase> phases, String kind) {
    return phases.stream()
        .filter(phase -> phase.kind().equals(kind))
        .mapToLong(phase -> phase.cumulative().currentBytes())
        .reduce(0, (earlier, last) -> last);
  }

  private static @Nullable String peakOwner(List<Phase> phases) {
    String owner = null;
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
