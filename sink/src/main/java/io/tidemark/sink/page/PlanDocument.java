package io.tidemark.sink.page;

import io.tidemark.model.plan.PlanKey;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.PlanOrder;
import io.tidemark.sink.verdict.PlanOrder.NamedPlan;
import io.tidemark.sink.verdict.PlanVerdict;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * One plan as JSON: its verdict and its {@link io.tidemark.model.plan.PlanRecord.Summary}. The page
 * draws use per step, owners of the peak, buffers and findings from it. Its intervals are separate
 * documents ({@link Pages#intervals}).
 */
final class PlanDocument {

  private PlanDocument() {}

  /** Writes an empty object if the run has no such plan. */
  static void write(Board board, PlanKey key, JsonGenerator out) {
    Optional<NamedPlan> found =
        PlanOrder.of(board, key.run()).stream()
            .filter(plan -> plan.key().plan().equals(key.plan()))
            .findFirst();
    out.writeStartObject();
    if (found.isPresent()) {
      NamedPlan plan = found.get();
      out.writeStringProperty("plan", plan.key().plan());
      out.writeStringProperty("verdict", PlanVerdict.of(plan.summary()).words());
      out.writeBooleanProperty("feasible", PlanVerdict.of(plan.summary()).feasible());
      out.writeNumberProperty("sizeBytes", plan.summary().space().sizeBytes());
      out.writePOJOProperty("summary", plan.summary());
    }
    out.writeEndObject();
  }
}
