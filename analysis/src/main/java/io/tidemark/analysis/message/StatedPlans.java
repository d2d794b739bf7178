package io.tidemark.analysis.message;

import static io.tidemark.analysis.message.FactFigures.memory;
import static io.tidemark.analysis.message.FactFigures.needed;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.memory.Sizes;
import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.model.ByteSize;
import io.tidemark.model.event.Extent;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The plans that messages state: what a device holds at once, part by part. */
final class StatedPlans {

  private static final int MOST = 256;

  private static final Pattern NOT_A_DIGIT = Pattern.compile("\\D+");

  private final Map<String, Integer> open;
  private final Map<String, String> partNames;
  private final RecentStatements recent;

  /**
   * Creates a view of stored plans.
   *
   * @param open by writer, and device if it is named: the plan to which the next parts belong
   * @param partNames by writer: name of the next parts whose own name ends it
   */
  StatedPlans(Map<String, Integer> open, Map<String, String> partNames, RecentStatements recent) {
    this.open = open;
    this.partNames = partNames;
    this.recent = recent;
  }

  /** The failure, with the parts that its writer placed before it where it states no use. */
  FailedAllocation beside(MessageFact fact, FailedAllocation failed, Plans plans) {
    PlanFigures plan = openPlan(fact, failed.memory(), plans);
    return plan == null ? failed : FactFigures.beside(plan, failed);
  }

  /** The one plan of the writer for this device to which parts may still come. */
  private @Nullable PlanFigures openPlan(MessageFact fact, String memory, Plans plans) {
    String number = NOT_A_DIGIT.matcher(fact.words().getOrDefault(Field.DEVICE, "")).replaceAll("");
    List<PlanFigures> found = new ArrayList<>();
    open.forEach(
        (key, at) -> {
          PlanFigures plan = plans.at(at);
          String device = key.substring(Math.min(key.length(), fact.format().length()));
          if (plan != null
              && plan.memory().equals(memory)
              && (key.equals(fact.format()) || key.startsWith(fact.format() + ' '))
              && (number.isEmpty() || NOT_A_DIGIT.matcher(device).replaceAll("").equals(number))) {
            found.add(plan);
          }
        });
    return found.size() == 1 ? found.get(0) : null;
  }

  /** Begins a plan of one step: everything held at once. */
  void begin(MessageFact fact, long known, Plans plans, RunOutput out) {
    String key = planKey(fact);
    partNames.remove(fact.format());
    end(open.getOrDefault(key, Plans.NONE), plans, out);
    String said = fact.format() + fact.message().name() + fact.reads();
    if (fact.states() && !recent.isNew(said, out.line())) {
      // The parts below it are those of the plan that it repeats.
      open.put(key, Plans.NONE);
      return;
    }
    int number = begin(fact, known, plans);
    PlanFigures plan = plans.at(number);
    if (plan == null) {
      return;
    }
    long capacity = planCapacity(fact);
    long needed = Math.min(needed(fact), MessageFact.MOST_OF_A_PART);
    // A device that takes less than the parts of a whole holds only some of them.
    long most = needed(fact) + Sizes.rounding(needed(fact));
    boolean holdsParts = !fact.sums().isEmpty() && FactFigures.parts(fact) <= most;
    if (needed >= 0 && !holdsParts) {
      plan.reserve(needed);
      plan.stand();
    }
    List<String> tooLarge = new ArrayList<>();
    fact.sums()
        .forEach(
            (part, bytes) -> {
              if (bytes < 0) {
                tooLarge.add("%s would have -%s".formatted(part, ByteSize.text(-bytes)));
              }
            });
    if (capacity > 0 && needed > capacity) {
      tooLarge.add(
          "needs %s, above its limit of %s"
              .formatted(ByteSize.text(needed), ByteSize.text(capacity)));
    } else if (fact.orUnknown(Field.MISSING) > 0) {
      String missing = ByteSize.text(fact.orUnknown(Field.MISSING));
      tooLarge.add("%s is %s too small".formatted(memory(fact), missing));
    }
    boolean fits = tooLarge.isEmpty();
    if (!fits) {
      plan.found(FindingKind.STILL_TOO_LARGE, tooLarge);
    }
    if (holdsParts || !fits) {
      if (holdsParts || fact.sums().isEmpty()) {
        add(fact, known, plans, out);
      }
      plans.end(number, fits ? PlanState.COMPLETE : PlanState.FAILED, out.at());
    }
  }

  /** Begins a plan of what a device holds at once. Returns its number. */
  private int begin(MessageFact fact, long known, Plans plans) {
    long stated = planCapacity(fact);
    long capacity = stated > 0 ? stated : known;
    int number = plans.begin(memory(fact), capacity, 1);
    open.put(planKey(fact), number);
    PlanFigures plan = plans.at(number);
    if (plan != null) {
      String device = fact.words().get(Field.DEVICE);
      String name = fact.word(Field.PROGRAM, fact.message().name());
      name = device == null ? name : name + ' ' + device;
      plan.name(OpNameLimiter.cut(name) + "#" + number, "");
    }
    return number;
  }

  private static String planKey(MessageFact fact) {
    String device = fact.word(Field.DEVICE);
    return device == null ? fact.format() : OpNameLimiter.cut(fact.format() + ' ' + device);
  }

  private static long planCapacity(MessageFact fact) {
    return Math.min(Math.max(0, fact.orUnknown(Field.CAPACITY)), MessageFact.MOST_OF_A_PART);
  }

  /**
   * Adds parts to the open plan of the writer and the device; a part that is stated again is
   * replaced. The first part begins a plan if none is there.
   */
  void add(MessageFact fact, long known, Plans plans, RunOutput out) {
    if (fact.sums().isEmpty()) {
      partNames.put(fact.format(), fact.word(Field.WHERE, ""));
      return;
    }
    String partName = partNames.getOrDefault(fact.format(), "");
    Map<String, Long> sums = new LinkedHashMap<>();
    fact.sums()
        .forEach((name, bytes) -> sums.put(partName.endsWith(name) ? partName : name, bytes));
    if (fact.figure(Field.NEEDED) != null) {
      sums.put("other", needed(fact) - FactFigures.parts(fact));
    }
    Integer open = this.open.get(planKey(fact));
    boolean holds = sums.values().stream().anyMatch(bytes -> bytes != 0);
    boolean begins = open == null && holds && this.open.size() < MOST;
    int number = begins ? begin(fact, known, plans) : open == null ? Plans.NONE : open;
    PlanFigures plan = plans.at(number);
    if (plan == null) {
      return;
    }
    List<Interval> parts = new ArrayList<>(plan.intervals());
    parts.removeIf(part -> sums.containsKey(part.buffer().name()));
    sums.forEach((name, bytes) -> add(parts, name, bytes, out.at()));
    plan.replace(PlanFigures.inRow(parts), 0, out.at());
    plan.stand();
    plan.intervals().stream().filter(part -> sums.containsKey(part.buffer().name())).forEach(out);
  }

  private static void add(List<Interval> parts, String name, long bytes, LogPosition at) {
    if (bytes > 0) {
      PlannedBuffer part = new PlannedBuffer(OpNameLimiter.cut(name), "", OpNameLimiter.cut(name));
      parts.add(
          new Interval(at, "", "", part, Lifetime.of(0, 0), Extent.stated(-1, bytes, bytes), true));
    }
  }

  /** Ends a plan. One that states the size of its memory alone does not show what fits. */
  private static void end(int number, Plans plans, RunOutput out) {
    PlanFigures plan = plans.at(number);
    boolean empty = plan != null && plan.isEmpty() && plan.state() == PlanState.OPEN;
    plans.end(number, empty ? PlanState.TRUNCATED : PlanState.COMPLETE, out.at());
  }

  /** Ends the plans that wait for more parts. */
  void close(Plans plans, RunOutput out) {
    open.values().forEach(number -> end(number, plans, out));
    open.clear();
  }
}
