package io.tidemark.app.compare;

import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One plan on both sides; {@code null} on a side without it.
 *
 * @param name its name; both names if they differ
 */
record PlanPair(
    String name, PlanRecord.@Nullable Summary before, PlanRecord.@Nullable Summary after) {

  /** A name is a kind or a model, # with a number, and more: lmem#3 1,1,1 or jit_step#2 HBM. */
  private static final Pattern PARTS =
      Pattern.compile("([^# ]*)(?:#(\\d{1,9}))?.*", Pattern.DOTALL);

  private record Key(String model, @Nullable String setting, String memory) {}

  private record OfSide(String name, String model, int number, PlanRecord.Summary plan) {

    static OfSide of(Map.Entry<PlanKey, PlanRecord.Summary> plan) {
      String name = plan.getKey().plan();
      Matcher parts = PARTS.matcher(name);
      String number = parts.matches() ? parts.group(2) : null;
      int place = number == null ? 0 : Integer.parseInt(number);
      return new OfSide(name, parts.group(1), place, plan.getValue());
    }

    Key key() {
      return new Key(model, plan.attempt().setting(), plan.memory());
    }

    Key keyWithoutSetting() {
      return new Key(model, null, plan.memory());
    }
  }

  /**
   * The matched plans of two runs. They are matched by model, setting and memory; the remaining
   * ones by model and memory, since one form of a plan may state no setting. Several plans with one
   * key are matched in the order of the log. The number in a plan's name is not used: a search that
   * tries one more setting shifts it.
   */
  static List<PlanPair> of(Side before, Side after) {
    List<OfSide> left = plans(before);
    List<OfSide> right = plans(after);
    List<PlanPair> pairs = new ArrayList<>();
    match(left, right, OfSide::key, pairs);
    match(left, right, OfSide::keyWithoutSetting, pairs);
    left.forEach(gone -> pairs.add(new PlanPair(gone.name(), gone.plan(), null)));
    right.forEach(added -> pairs.add(new PlanPair(added.name(), null, added.plan())));
    return pairs;
  }

  /** The order of the log: {@code lmem#2} before {@code lmem#10}. */
  private static List<OfSide> plans(Side side) {
    return side.board().summariesOf(side.run()).stream()
        .map(OfSide::of)
        .sorted(
            Comparator.comparing(OfSide::model)
                .thenComparingInt(OfSide::number)
                .thenComparing(OfSide::name))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** Moves plans with equal keys to {@code pairs}. */
  private static void match(
      List<OfSide> left, List<OfSide> right, Function<OfSide, Key> keyOf, List<PlanPair> pairs) {
    for (Iterator<OfSide> one = left.iterator(); one.hasNext(); ) {
      OfSide before = one.next();
      Key key = keyOf.apply(before);
      for (OfSide after : right) {
        if (keyOf.apply(after).equals(key)) {
          boolean same = before.name().equals(after.name());
          String name = same ? before.name() : before.name() + " / " + after.name();
          pairs.add(new PlanPair(name, before.plan(), after.plan()));
          one.remove();
          right.remove(after);
          break;
        }
      }
    }
  }
}
