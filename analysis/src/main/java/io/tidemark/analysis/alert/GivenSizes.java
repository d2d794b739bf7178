package io.tidemark.analysis.alert;

import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Sizes in bytes that the user gives since a log does not state them; an empty size is derived.
 *
 * @param useActualSizes whether the parts of a training's peak use the log's sizes instead of the
 *     expected ones
 */
public record GivenSizes(
    OptionalLong device,
    OptionalLong model,
    OptionalLong optimizer,
    OptionalLong gradients,
    boolean useActualSizes) {

  public static final GivenSizes NONE = ofDevice(OptionalLong.empty());

  public static GivenSizes ofDevice(OptionalLong bytes) {
    OptionalLong empty = OptionalLong.empty();
    return new GivenSizes(bytes, empty, empty, empty, false);
  }

  /** Sets the device size in plans of its memory, so that all consumers use the same limit. */
  public void addTo(Map<PlanKey, PlanRecord> plans) {
    if (device.isPresent()) {
      plans.replaceAll((key, plan) -> sized(plan));
    }
  }

  private PlanRecord sized(PlanRecord record) {
    return record instanceof PlanRecord.Summary plan && plan.space().ofDevice()
        ? plan.in(plan.space().given(device.getAsLong()))
        : record;
  }
}
