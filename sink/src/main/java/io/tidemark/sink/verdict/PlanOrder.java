package io.tidemark.sink.verdict;

import io.tidemark.model.log.RunId;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.sink.board.Board;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The order of a run's plans everywhere: feasible ones first, then by natural order. */
public final class PlanOrder {

  private static final Comparator<NamedPlan> ORDER =
      Comparator.comparing((NamedPlan plan) -> !PlanVerdict.of(plan.summary()).feasible())
          .thenComparing(plan -> plan.key().plan(), NaturalOrder.INSTANCE);

  private PlanOrder() {}

  /** A plan with its key. */
  public record NamedPlan(PlanKey key, PlanRecord.Summary summary) {}

  /** The plans of a run, in order. */
  public static List<NamedPlan> of(Board board, RunId run) {
    return board.plansOf(run).stream()
        .flatMap(
            plan ->
                plan.getValue() instanceof PlanRecord.Summary summary
                    ? Stream.of(new NamedPlan(plan.getKey(), summary))
                    : Stream.empty())
        .sorted(ORDER)
        .toList();
  }
}
