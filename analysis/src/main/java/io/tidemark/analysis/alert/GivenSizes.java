package io.tidemark.analysis.alert;

import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Sizes in bytes that a log does not state, given by the user; an empty one is derived.
 *
 * @param useActualSizes the parts of a training's peak are the log's, not the expected
 */
public record GivenSizes(
    OptionalLong device,
    OptionalLong model,
    OptionalLong optimizer,
    OptionalLong gradients,
    boolean useActualSizes) {

  /** Without any given size. */
  public static final GivenSizes NONE = ofDevice(OptionalLong.empty());

  /** The memories that are as large as the device: a given size is theirs. */
  private static final Set<String> DEVICE_MEMORIES = Set.of("HBM", "DRAM", "ARENA", "GMEM");

  /** The size of the device alone. */
  public static GivenSizes ofDevice(OptionalLong bytes) {
    OptionalLong empty = OptionalLong.empty();
    return new GivenSizes(bytes, empty, empty, empty, false);
  }

  /** Adds the device's size to the plans of its memory, so that every reader judges by it. */
  public void addTo(Map<PlanKey, PlanRecord> plans) {
    if (device.isPresent()) {
      plans.replaceAll((key, plan) -> sized(plan));
    }
  }

  private PlanRecord sized(PlanRecord record) {
    return record instanceof PlanRecord.Summary plan && DEVICE_MEMORIES.contains(plan.memory())
        ? plan.in(plan.space().given(device.getAsLong()))
        : record;
  }
}
