package io.tidemark.sink.verdict;

import io.tidemark.model.log.RunId;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanSpace;
import io.tidemark.sink.board.Board;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The order of a run's plans everywhere. Settings of a planner: feasible ones first, then by
 * natural order. Memories of one program: those that are too small first, then HBM, then by size.
 */
public final class PlanOrder {

  private static final Pattern NUMBER = Pattern.compile("0*(\\d+)");

  /** Digits by their numeric value, so that {@code lmem#2} precedes {@code lmem#10}. */
  public static final Comparator<String> NATURAL =
      Comparator.comparing(PlanOrder::byLength).thenComparing(Comparator.naturalOrder());

  private static final Comparator<NamedPlan> ORDER =
      Comparator.comparing((NamedPlan plan) -> !PlanVerdict.of(plan.summary()).feasible())
          .thenComparing(plan -> plan.key().plan(), NATURAL);

  private static final Comparator<NamedPlan> OF_MEMORIES =
      Comparator.comparing((NamedPlan plan) -> !plan.isTooLarge())
          .thenComparing(plan -> !plan.summary().memory().equals("HBM"))
          .thenComparing(plan -> plan.summary().memory().equals(PlanSpace.HOST))
          .thenComparing(plan -> -plan.summary().arenaBytes())
          .thenComparing(plan -> plan.key().plan(), NATURAL);

  private PlanOrder() {}

  /**
   * A longer number is larger, so its number of digits comes first, with four digits of its own.
   */
  private static String byLength(String name) {
    return NUMBER
        .matcher(name)
        .replaceAll(number -> (1000 + number.group(1).length()) + number.group(1));
  }

  public record NamedPlan(PlanKey key, PlanRecord.Summary summary) {

    double share() {
      long size = summary.space().sizeBytes();
      return size == 0 ? 0 : (double) summary.arenaBytes() / size;
    }

    /** Whether its memory cannot hold the plan. */
    public boolean isTooLarge() {
      PlanVerdict verdict = PlanVerdict.of(summary);
      return verdict == PlanVerdict.DOES_NOT_FIT || verdict == PlanVerdict.INFEASIBLE;
    }
  }

  public static List<NamedPlan> of(Board board, RunId run) {
    List<NamedPlan> plans =
        board.summariesOf(run).stream()
            .map(plan -> new NamedPlan(plan.getKey(), plan.getValue()))
            .toList();
    return plans.stream().sorted(areMemories(plans) ? OF_MEMORIES : ORDER).toList();
  }

  /**
   * The plan that matters most: the first one that is too large or of the largest memory, else the
   * fullest one that can run.
   */
  public static @Nullable NamedPlan main(List<NamedPlan> plans) {
    NamedPlan first = plans.isEmpty() ? null : plans.get(0);
    if (first == null || areMemories(plans) || first.isTooLarge()) {
      return first;
    }
    return plans.stream()
        .filter(plan -> PlanVerdict.of(plan.summary()) == PlanVerdict.PLACED)
        .max(Comparator.comparingDouble(NamedPlan::share))
        .orElse(first);
  }

  /** Whether the plans are of several memories, and not of several settings. */
  public static boolean areMemories(List<NamedPlan> plans) {
    return plans.stream().map(plan -> plan.summary().memory()).distinct().count() > 1
        && plans.stream().map(plan -> plan.summary().attempt().setting()).distinct().count() == 1;
  }
}
