package io.tidemark.sink.page;

import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.PlanVerdict;
import tools.jackson.core.JsonGenerator;

/**
 * One plan as JSON: its verdict and its {@link PlanRecord.Summary}. The page draws use per step,
 * owners of the peak, buffers and findings from it. Its intervals are separate documents ({@link
 * Pages#intervals}).
 */
final class PlanDocument {

  private PlanDocument() {}

  /** Writes an empty object if the run has no such plan. */
  static void write(Board board, PlanKey key, JsonGenerator out) {
    out.writeStartObject();
    if (board.plans().get(key) instanceof PlanRecord.Summary summary) {
      PlanVerdict verdict = PlanVerdict.of(summary);
      out.writeStringProperty("plan", key.plan());
      out.writeStringProperty("verdict", verdict.words());
      out.writeBooleanProperty("feasible", verdict.feasible());
      out.writeNumberProperty("sizeBytes", summary.space().sizeBytes());
      out.writePOJOProperty("summary", summary);
    }
    out.writeEndObject();
  }
}
