package io.tidemark.app.compare;

import io.tidemark.model.plan.PlanRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The matched plans of two runs. They are matched by model, setting and memory; the remaining ones
 * by model and memory, since one form of a plan may state no setting. Several plans with one key
 * are matched in the order of the log. The number in a plan's name is not used: a search that tries
 * one more setting shifts it.
 */
final class PlanPairs {

  private record Key(String model, @Nullable String setting, String memory) {}

  private PlanPairs() {}

  static List<PlanPair> of(Side before, Side after) {
    List<NamedPlan> left = plans(before);
    List<NamedPlan> right = plans(after);
    List<PlanPair> pairs = new ArrayList<>();
    match(left, right, plan -> new Key(plan.model(), plan.setting(), plan.memory()), pairs);
    match(left, right, plan -> new Key(plan.model(), null, plan.memory()), pairs);
    left.forEach(gone -> pairs.add(PlanPair.of(gone, null)));
    right.forEach(added -> pairs.add(PlanPair.of(null, added)));
    return pairs;
  }

  private static List<NamedPlan> plans(Side side) {
    List<NamedPlan> plans = new ArrayList<>();
    side.board()
        .plansOf(side.run())
        .forEach(
            plan -> {
              if (plan.getValue() instanceof PlanRecord.Summary summary) {
                plans.add(new NamedPlan(plan.getKey().plan(), summary));
              }
            });
    plans.sort(NamedPlan.IN_ORDER);
    return plans;
  }

  /** Moves plans with equal keys to {@code pairs}. */
  private static void match(
      Collection<NamedPlan> left,
      Collection<NamedPlan> right,
      Function<NamedPlan, Key> keyOf,
      List<PlanPair> pairs) {
    for (Iterator<NamedPlan> one = left.iterator(); one.hasNext(); ) {
      NamedPlan before = one.next();
      Key key = keyOf.apply(before);
      NamedPlan after =
          right.stream()
              .filter(plan -> Objects.equals(keyOf.apply(plan), key))
              .findFirst()
              .orElse(null);
      if (after != null) {
        pairs.add(PlanPair.of(before, after));
        one.remove();
        right.remove(after);
      }
    }
  }
}
