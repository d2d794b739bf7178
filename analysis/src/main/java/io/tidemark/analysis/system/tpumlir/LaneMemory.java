package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import org.jspecify.annotations.Nullable;

/**
 * Begins the plans over a lane's local memory. Lane size: from the log, else from the named chip,
 * else unknown.
 */
final class LaneMemory {

  static final String MEMORY = "LMEM";

  private final Plans plans;
  private @Nullable Chip chip;

  /** Creates a memory of the given chip, which applies until the log names another. */
  LaneMemory(Plans plans, @Nullable Chip given) {
    this.plans = plans;
    this.chip = given;
  }

  void is(Chip named) {
    chip = named;
  }

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

  void write(PartWriter out) {
    out.text(chip == null ? "" : chip.name());
  }

  void read(PartReader in) {
    Chip named = Chip.named(in.word());
    chip = named == null ? chip : named;
  }
}
