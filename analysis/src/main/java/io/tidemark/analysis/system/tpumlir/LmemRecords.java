package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanRecord.Finding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Helpers for records of all generations of TPU-MLIR's local-memory search. */
final class LmemRecords {

  private LmemRecords() {}

  /** Returns the value of {@code key}, cut to the limit of names; empty if absent. */
  static String text(KeyValueRecord record, PlacementKey key) {
    return bounded(record.value(key));
  }

  static String text(KeyValueRecord record, String key) {
    return bounded(record.value(key));
  }

  private static String bounded(@Nullable String value) {
    return value == null ? "" : OpNameLimiter.cut(value);
  }

  /**
   * Returns the class of a buffer. A scratch buffer has the name of another value, so only the
   * class tells them apart.
   */
  static String bufferClass(String lmemType) {
    return switch (lmemType) {
      case "LMEM_OPERATION" -> "scratch";
      case "LMEM_WEIGHT" -> "weight";
      case "LMEM_ACTIVATION" -> "activation";
      default -> "other";
    };
  }

  /** Compares the compiler's total with the sum of buffers; they differ if lines are missing. */
  static void check(PlanFigures plan, KeyValueRecord finish) {
    long stated =
        finish.asLong("total_lmem_used").orElse(finish.asLong("lmem_already_used").orElse(-1));
    long found = plan.highWater();
    if (stated >= 0 && found >= 0 && stated != found) {
      plan.found(
          List.of(
              new Finding(
                  FindingKind.TOTAL_DIFFERS,
                  "the compiler says %d B, the buffers reach %d B".formatted(stated, found))));
    }
  }
}
