package io.tidemark.app.compare;

import io.tidemark.model.plan.PlanRecord;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A plan of one side. Its name is a kind or a model, {@code #} with a number, and more: {@code
 * lmem#3 1,1,1}, {@code jit_step#2 HBM}.
 */
record NamedPlan(String name, PlanRecord.Summary plan) {

  private static final Pattern PARTS =
      Pattern.compile("([^# ]*)(?:#(\\d{1,9}))?.*", Pattern.DOTALL);

  /** The order of the log: {@code lmem#2} before {@code lmem#10}. */
  static final Comparator<NamedPlan> IN_ORDER =
      Comparator.comparing(NamedPlan::model)
          .thenComparingInt(NamedPlan::number)
          .thenComparing(NamedPlan::name);

  /** Kind of plan, or the model that the plan's name begins with. */
  String model() {
    Matcher parts = PARTS.matcher(name);
    return parts.matches() ? parts.group(1) : name;
  }

  private int number() {
    Matcher parts = PARTS.matcher(name);
    return parts.matches() && parts.group(2) != null ? Integer.parseInt(parts.group(2)) : 0;
  }

  String memory() {
    return plan.memory();
  }

  @Nullable String setting() {
    return plan.attempt().setting();
  }
}
