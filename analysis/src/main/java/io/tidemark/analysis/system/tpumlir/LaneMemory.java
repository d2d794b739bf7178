package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.Plans;
import org.jspecify.annotations.Nullable;

/**
 * Begins the plans over a lane's local memory. Lane size: from the log, else from the named chip,
 * else unknown.
 */
record LaneMemory(Plans plans, @Nullable Chip chip) {

  static final String MEMORY = "LMEM";

  /** Begins the plan of a search that states nothing about the memory. */
  int begin() {
    return chip == null
        ? begin(0, 1, 0)
        : begin(chip.laneBytes(), chip.alignBytes(), chip.bankBytes());
  }

  /** Begins the plan of a search whose record may state the memory. */
  int begin(KeyValueRecord spec) {
    long bytes = spec.asLong("lmem_bytes").orElse(0);
    return bytes <= 0
        ? begin()
        : begin(
            bytes,
            spec.asLong("lmem_eu_bytes").orElse(1),
            spec.asLong("lmem_bank_bytes").orElse(0));
  }

  /** Begins the plan of a search that states only the memory's size. */
  int begin(long bytes) {
    return bytes <= 0 ? begin() : begin(bytes, 1, 0);
  }

  private int begin(long bytes, long alignBytes, long bankBytes) {
    int number = plans.begin(MEMORY, bytes, alignBytes);
    PlanFigures plan = plans.at(number);
    if (plan != null) {
      // The result of an in-place op has the address of its operand.
      plan.unite();
      plan.banks(bankBytes);
    }
    return number;
  }
}
