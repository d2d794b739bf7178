package io.tidemark.app.compare;

import io.tidemark.model.event.MemoryEvent.Phase;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.training.Training;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A trainer's figures by name. */
final class TrainingByName {

  private TrainingByName() {}

  static @Nullable Training of(Side side) {
    RunStatus status = side.board().runs().get(side.run());
    return status == null ? null : status.training();
  }

  /** Figures of each kind of phase, using its last phase, and the use at the end. */
  static Map<String, Long> parts(Side side) {
    Map<String, Long> parts = new TreeMap<>();
    Training training = of(side);
    if (training == null) {
      return parts;
    }
    for (Phase phase : training.phases()) {
      String prefix = "phase " + phase.kind() + " ";
      parts.put(prefix + "peak", phase.dram().peakBytes());
      parts.put(prefix + "allocated", phase.dram().allocatedBytes());
      parts.put(prefix + "freed", phase.dram().freedBytes());
      parts.put(prefix + "cumulative peak", phase.cumulative().cumulativePeakBytes());
      parts.put(prefix + "current", phase.cumulative().currentBytes());
      parts.put(prefix + "L1 total peak", phase.l1().totalPeakBytes());
    }
    Long end = training.totals().finalBytes();
    if (end != null) {
      parts.put("training at its end", end);
    }
    return parts;
  }
}
