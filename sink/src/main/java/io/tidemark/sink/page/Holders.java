package io.tidemark.sink.page;

import io.tidemark.model.event.CumulativeUse;
import io.tidemark.model.event.Holder;
import io.tidemark.model.event.MemoryEvent.Phase;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryTimeline.Band;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.answer.Answer;
import io.tidemark.sink.answer.Answers;
import io.tidemark.sink.answer.Fills;
import io.tidemark.sink.answer.Fullness;
import io.tidemark.sink.verdict.PlanOrder;
import io.tidemark.sink.verdict.PlanOrder.NamedPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * The holders of a memory as columns of a picture: over the phases of a training, over the steps of
 * a plan, else at the peak.
 *
 * @param unit what a column is, e.g. {@code phase}
 * @param steps steps of the plan that the answer is about; 0 for none
 * @param columns names of the columns; empty if nothing is known
 * @param usedBytes highest use at each column, to which the bands add up
 */
record Holders(
    String unit, int steps, List<String> columns, List<Long> usedBytes, List<Band> bands) {

  private static final Holders NONE = new Holders("peak", 0, List.of(), List.of(), List.of());

  /** Name of the need of a plan whose parts are unknown. */
  private static final String NEEDED = "(needed)";

  static void write(BoardMoment now, RunDocument.Asked asked, JsonGenerator out) {
    RunStatus status = now.board().runs().get(asked.run());
    out.writePOJO(status == null ? NONE : of(now, asked.run(), status));
  }

  private static Holders of(BoardMoment now, RunId run, RunStatus status) {
    // The figures of the phase that is being printed may be missing.
    List<Phase> phases =
        status.training() == null
            ? List.of()
            : status.training().phases().stream()
                .filter(phase -> !phase.cumulative().equals(CumulativeUse.NONE))
                .toList();
    return phases.isEmpty()
        ? atPeak(
            Answers.of(now.board(), run, status, now.millis()),
            PlanOrder.main(PlanOrder.of(now.board(), run)))
        : PhaseHolders.of(phases);
  }

  /** The holders of the answer; those that exceed the use, since frees are missing, are one. */
  private static Holders atPeak(Answer answer, @Nullable NamedPlan plan) {
    Fills fills = answer.fills();
    List<Holder> all =
        !fills.ops().isEmpty()
            ? fills.ops()
            : fills.parts().isEmpty() ? fills.modules() : fills.parts();
    Fullness where = answer.where();
    long stated = where == null ? 0 : where.shownBytes();
    String rest = where != null && where.usedBytes() == null ? NEEDED : Op.UNKNOWN;
    long used = all.isEmpty() ? stated : all.stream().mapToLong(Holder::heldAtPeakBytes).sum();
    if (used <= 0) {
      return NONE;
    }
    long left = used;
    List<Band> bands = new ArrayList<>();
    for (Holder holder : all) {
      long bytes = holder.heldAtPeakBytes();
      if (bytes > 0 && bytes <= left && !holder.name().equals(Fills.OTHERS)) {
        bands.add(band(holder.name(), List.of(bytes)));
        left -= bytes;
      }
    }
    if (left > 0) {
      bands.add(band(bands.isEmpty() ? rest : Op.OTHER, List.of(left)));
    }
    int steps = plan == null ? 0 : plan.summary().use().steps();
    return new Holders("peak", steps, List.of("peak"), List.of(used), bands);
  }

  static List<Band> bands(Map<String, long[]> rows) {
    List<Band> bands = new ArrayList<>();
    rows.forEach(
        (name, row) -> {
          if (LongStream.of(row).anyMatch(bytes -> bytes > 0)) {
            bands.add(band(name, LongStream.of(row).boxed().toList()));
          }
        });
    return bands;
  }

  private static Band band(String name, List<Long> bytes) {
    return new Band(name, null, null, null, bytes);
  }
}
