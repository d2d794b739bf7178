package io.tidemark.analysis.alert;

import io.tidemark.analysis.alert.Judge.Memory;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.ByteSize;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.plan.Placements;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanSpace;
import io.tidemark.model.plan.PlanState;
import io.tidemark.model.training.Training;
import io.tidemark.model.training.TrainingMemory;
import io.tidemark.model.training.TrainingState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether plans and trainings fit before they run. A compiler's search may fail with several
 * settings and then find one that fits. Only the end of the search shows that no setting fits.
 */
@Stored
final class Fit {

  private static final String DEVICE = "0";

  /** By plan: the bytes that its setting would have needed. */
  private final Map<String, Long> infeasible = new TreeMap<>();

  private long laneBytes;
  private LogPosition at = new LogPosition(0, 0);
  private boolean feasible;

  /** A need that exceeds the available size. */
  record Excess(Memory memory, LogPosition at, long needBytes, String sentence) {}

  /** Checks a published plan; the same plan may come again. */
  Optional<Excess> plan(String name, PlanRecord.Summary plan) {
    LogPosition end = plan.attempt().at();
    if (plan.space().perLane()) {
      setting(name, plan, end);
      return Optional.empty();
    }
    long size = plan.space().sizeBytes();
    Optional<String> stated = plan.tooLarge();
    // What an open plan needs only grows. Another failed plan is reported by its failure.
    boolean exceeds = size > 0 && plan.arenaBytes() > size && plan.state() != PlanState.FAILED;
    if (stated.isEmpty() && !exceeds) {
      return Optional.empty();
    }
    String needs = ByteSize.text(plan.arenaBytes());
    String words =
        "plan %s: %s"
            .formatted(
                name,
                stated.orElse(
                    "needs %s of %s, the device has %s"
                        .formatted(needs, plan.memory(), ByteSize.text(size))));
    return Optional.of(
        new Excess(new Memory(DEVICE, plan.memory()), end, plan.arenaBytes(), words));
  }

  private void setting(String name, PlanRecord.Summary plan, LogPosition end) {
    if (plan.state() == PlanState.OPEN) {
      return;
    }
    at = end.offset() < at.offset() ? at : end;
    laneBytes = plan.space().capacityBytes();
    Placements placements = plan.arena().placements();
    feasible |= placements.failed() == 0 && placements.cut() == 0;
    if (feasible) {
      infeasible.clear();
    } else if (placements.failed() > 0) {
      infeasible.put(name, plan.arena().stackedBytes());
    }
  }

  /** Returns an excess if settings were tried and none fits. Called at the end of the search. */
  Optional<Excess> searched() {
    if (feasible || infeasible.isEmpty()) {
      return Optional.empty();
    }
    long nearest = infeasible.values().stream().mapToLong(Long::longValue).min().orElse(0);
    String words =
        "none of %d settings fits into %s%s: the nearest would need %s"
            .formatted(
                infeasible.size(),
                PlanSpace.LANE,
                laneBytes > 0 ? " of " + ByteSize.text(laneBytes) + " a lane" : "",
                ByteSize.text(nearest));
    return Optional.of(new Excess(new Memory(DEVICE, PlanSpace.LANE), at, nearest, words));
  }

  /**
   * Checks a trainer's summary. A peak never falls, so an open summary can exceed the device, too.
   */
  static Optional<Excess> training(Training training) {
    TrainingMemory memory = training.memory();
    MemoryEvent.Phase over = memory == null || memory.fits() ? null : firstOver(training, memory);
    if (memory == null || over == null) {
      return Optional.empty();
    }
    long device = memory.assumptions().deviceBytes();
    String words =
        "the training's peak of %s exceeds the device's %s%s"
            .formatted(
                ByteSize.text(memory.peakBytes()),
                ByteSize.text(device),
                device == TrainingDerivation.DEFAULT_DEVICE_BYTES
                    ? " (the default: --device-memory states the true size)"
                    : "");
    return Optional.of(
        new Excess(new Memory(DEVICE, "DRAM"), over.at(), memory.peakBytes(), words));
  }

  /**
   * Returns the first phase that is too large. {@code null} while that phase is still being
   * printed, since its position depends on how far the log is read.
   */
  private static MemoryEvent.@Nullable Phase firstOver(Training training, TrainingMemory memory) {
    List<MemoryEvent.Phase> phases = training.phases();
    boolean open = training.state() == TrainingState.OPEN;
    int closed = phases.size() - (open ? 1 : 0);
    for (int i = 0; i < closed; i++) {
      long peak = phases.get(i).cumulative().cumulativePeakBytes();
      if (peak > memory.assumptions().deviceBytes()) {
        return phases.get(i);
      }
    }
    return open || phases.isEmpty() ? null : phases.get(phases.size() - 1);
  }
}
