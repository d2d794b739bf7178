package io.tidemark.analysis.message;

import static io.tidemark.analysis.message.FactFigures.banks;
import static io.tidemark.analysis.message.FactFigures.capacity;
import static io.tidemark.analysis.message.FactFigures.device;
import static io.tidemark.analysis.message.FactFigures.failure;
import static io.tidemark.analysis.message.FactFigures.memory;
import static io.tidemark.analysis.message.FactFigures.needed;
import static io.tidemark.analysis.message.FactFigures.used;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.ByteSize;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Extent;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanSpace;
import io.tidemark.model.plan.PlanState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The memories, failures and plans that the messages of one run state. */
@Stored
public final class StatedMemory {

  private static final int MOST_RECENT = 64;
  private static final int MOST_MEMORIES = 256;

  /** Every layer that passes a failure on prints it again, within so many lines. */
  private static final long REPEATED_WITHIN = 256;

  /** Lines from a size to the failure that lacks it; others of the writer stand between. */
  private static final long ANNOUNCED_WITHIN = 4;

  private static final Pattern NOT_A_DIGIT = Pattern.compile("\\D+");

  /** By failure or plan: the line that counted last. */
  private final Map<String, Long> recent = new LinkedHashMap<>();

  /** By writer, and device if it is named: the plan to which the next parts belong. */
  private final Map<String, Integer> open = new TreeMap<>();

  /** By device and memory: highest use that was stated. */
  private final Map<String, Long> peaks = new TreeMap<>();

  /** The newest refused allocation, which ended the run if its process ends badly. */
  private @Nullable FailedAllocation refused;

  /** By device and memory: size stated before. */
  private final Map<String, Long> capacities = new TreeMap<>();

  /**
   * By writer: name of the next parts whose own name ends it, since a writer uses that for several
   * things.
   */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private Map<String, String> partNames = new TreeMap<>();

  /** The newest size that a writer states in the line above its failure. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private @Nullable Announced announced;

  private record Announced(String writer, long bytes, long line) {}

  /**
   * Records what a message states.
   *
   * @param deviceBytes size of a device's memory where no message states it; 0 for unknown
   */
  public void apply(MessageFact fact, long deviceBytes, Plans plans, RunOutput out) {
    boolean again = fact.word(Field.RETRY) != null;
    switch (again ? Message.Kind.REFUSAL : fact.message().kind()) {
      case FAILURE -> {
        FailedAllocation failure = sized(fact, deviceBytes, out);
        if (!isPassedOn(failure, fact.word(Field.DEVICE) == null, out.line())) {
          failed(besideParts(fact, failure, plans), out);
        }
      }
      case REFUSAL -> {
        FailedAllocation failure = besideParts(fact, sized(fact, deviceBytes, out), plans);
        // What is tried again does not end the process.
        refused = again ? refused : failure;
        out.refused(failure);
      }
      case USE, CAPACITY -> use(fact, size(fact, deviceBytes), out);
      case PLAN -> plan(fact, plans, out);
      case PART -> part(fact, plans, out);
      case HINT -> {
        announced = null;
        out.hint(OpNameLimiter.cut(hint(fact)));
      }
      case START, END, CRASH -> {}
    }
  }

  private static String hint(MessageFact fact) {
    String where = fact.word(Field.WHERE, fact.message().name());
    String of = fact.word(Field.OP);
    return of == null ? where : of + " " + where;
  }

  /** Handles a line that says what became of the process. */
  public void apply(Parsed.Sign sign, RunOutput out) {
    if (sign == Parsed.Sign.ENDED_BADLY && refused != null) {
      out.ended(refused);
      refused = null;
    }
  }

  /** Takes over the sizes of the memories, which another process does not change. */
  public void follow(StatedMemory before) {
    capacities.putAll(before.capacities);
  }

  /** Reports a failed allocation, unless a line shortly before stated it. */
  public void failed(FailedAllocation failure, RunOutput out) {
    failed(failure, out.line(), out);
  }

  /** The same for one that an earlier line stated. */
  public void failed(FailedAllocation failure, long line, RunOutput out) {
    String memory = failure.device() + ' ' + failure.memory() + ' ';
    boolean first = isNew(memory + failure.shortage(), line);
    boolean firstOfSize = isNew(memory + failure.shortage().neededBytes(), line);
    boolean firstOfDevice = isNew(memory, line);
    boolean firstOfMemory = isNew(failure.memory(), line);
    refused = null;
    boolean sizeAlone = statesSizeAlone(failure);
    boolean sized = failure.shortage().neededBytes() != null;
    // A layer that states no size, and often no device, repeats the failure that it passes on.
    boolean repeated =
        failure.device().equals(FactFigures.DEVICE) ? !firstOfMemory : !firstOfDevice;
    if (sized ? sizeAlone ? firstOfSize : first : !repeated) {
      out.failed(failure);
    }
  }

  /**
   * Whether one of two layers that state the size alone names the device, and the other one has
   * stated the same failure.
   */
  private boolean isPassedOn(FailedAllocation failure, boolean unnamed, long line) {
    Long needed = failure.shortage().neededBytes();
    if (needed == null || !statesSizeAlone(failure)) {
      return false;
    }
    String size = failure.memory() + ' ' + needed;
    isNew((unnamed ? "unnamed " : "named ") + size, line);
    return isRecent((unnamed ? "named " : "unnamed ") + size, line);
  }

  private static boolean statesSizeAlone(FailedAllocation failure) {
    BankBytes bank = failure.bank();
    return bank.bankBytes() == null && bank.freePerBank() == null;
  }

  /** Whether nothing like it was stated shortly before, and remembers it. */
  private boolean isNew(String what, long line) {
    if (isRecent(what, line)) {
      return false;
    }
    String key = OpNameLimiter.cut(what);
    recent.remove(key);
    recent.put(key, line);
    if (recent.size() > MOST_RECENT) {
      recent.remove(recent.keySet().iterator().next());
    }
    return true;
  }

  private boolean isRecent(String what, long line) {
    Long before = recent.get(OpNameLimiter.cut(what));
    return before != null && line - before <= REPEATED_WITHIN;
  }

  /** Returns the failed allocation; its size and that of its memory may stand before it. */
  private FailedAllocation sized(MessageFact stated, long deviceBytes, RunOutput out) {
    Announced above = announced;
    announced = null;
    MessageFact fact =
        above != null
                && above.writer.equals(stated.format())
                && out.line() - above.line <= ANNOUNCED_WITHIN
                && needed(stated) < 0
            ? stated.with(Field.NEEDED, above.bytes)
            : stated;
    long size = size(fact, deviceBytes);
    boolean unknown = capacity(fact, needed(fact)) < 0 && fact.figure(Field.BANKS) == null;
    return failure(size > 0 && unknown ? fact.with(Field.CAPACITY, size) : fact);
  }

  /** The failure, with the parts that its writer placed before it where it states no use. */
  private FailedAllocation besideParts(MessageFact fact, FailedAllocation failed, Plans plans) {
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

  /** Size of the memory of a message that does not state it; −1 for unknown. */
  private long size(MessageFact fact, long deviceBytes) {
    boolean given = deviceBytes > 0 && PlanSpace.ofDevice(memory(fact));
    return capacities.getOrDefault(key(fact), given ? deviceBytes : -1);
  }

  private static String key(MessageFact fact) {
    return device(fact) + '\0' + memory(fact);
  }

  private void use(MessageFact fact, long known, RunOutput out) {
    String key = key(fact);
    long stated = fact.figures().getOrDefault(Field.LIMIT, fact.orUnknown(Field.CAPACITY));
    long capacity = stated < 0 ? known : stated;
    long free = fact.orUnknown(Field.FREE);
    long used = used(fact, capacity);
    boolean sum = capacity < 0 && used >= 0 && free >= 0;
    capacity = sum ? used + free : capacity;
    if ((sum || stated >= 0) && mayKeep(capacities, key)) {
      capacities.put(key, capacity);
      if (used < 0) {
        out.sized(device(fact), memory(fact), capacity * banks(fact));
      }
    }
    if (used >= 0) {
      String device = device(fact);
      long size = Math.max(0, capacity);
      long peak = fact.orUnknown(Field.PEAK);
      long highest = Math.max(used, peaks.getOrDefault(key, 0L));
      if (mayKeep(peaks, key)) {
        peaks.put(key, Math.max(highest, peak));
      }
      out.stated(
          device, view(fact, size, used, free, fact.figure(Field.LARGEST)), fact.word(Field.STEP));
      // Most writers state it with each use; it is news when it rises.
      if (peak > highest) {
        out.peak(device, memory(fact), peak * banks(fact));
      }
    }
  }

  private static boolean mayKeep(Map<String, Long> sizes, String key) {
    return sizes.size() < MOST_MEMORIES || sizes.containsKey(key);
  }

  private static MemoryView view(
      MessageFact fact, long size, long used, long free, @Nullable Long largest) {
    int banks = banks(fact);
    long left = free >= 0 ? free : Math.max(0, size - used);
    Long block = largest == null ? null : Long.valueOf(largest * banks);
    return new MemoryView(memory(fact), banks, size * banks, used * banks, left * banks, block);
  }

  /** Begins a plan of one step: everything held at once. */
  private void plan(MessageFact fact, Plans plans, RunOutput out) {
    String key = planKey(fact);
    partNames.remove(fact.format());
    end(open.getOrDefault(key, Plans.NONE), plans, out);
    String said = fact.format() + fact.message().name() + fact.reads();
    if (fact.states() && !isNew(said, out.line())) {
      // The parts below it are those of the plan that it repeats.
      open.put(key, Plans.NONE);
      return;
    }
    int number = begin(fact, plans);
    PlanFigures plan = plans.at(number);
    if (plan == null) {
      return;
    }
    long capacity = planCapacity(fact);
    long needed = Math.min(needed(fact), MessageFact.MOST_OF_A_PART);
    if (needed >= 0 && fact.sums().isEmpty()) {
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
    }
    boolean fits = tooLarge.isEmpty();
    if (!fits) {
      plan.found(FindingKind.STILL_TOO_LARGE, tooLarge);
    }
    if (!fact.sums().isEmpty() || !fits) {
      part(fact, plans, out);
      plans.end(number, fits ? PlanState.COMPLETE : PlanState.FAILED, out.at());
    }
  }

  /** Begins a plan of what a device holds at once. Returns its number. */
  private int begin(MessageFact fact, Plans plans) {
    long stated = planCapacity(fact);
    long capacity = stated > 0 ? stated : capacities.getOrDefault(key(fact), 0L);
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
  private void part(MessageFact fact, Plans plans, RunOutput out) {
    if (fact.sums().isEmpty()) {
      partNames.put(fact.format(), fact.word(Field.WHERE, ""));
      Long needed = fact.figure(Field.NEEDED);
      announced = needed == null ? announced : new Announced(fact.format(), needed, out.line());
      return;
    }
    String partName = partNames.getOrDefault(fact.format(), "");
    Map<String, Long> sums = new LinkedHashMap<>();
    fact.sums()
        .forEach((name, bytes) -> sums.put(partName.endsWith(name) ? partName : name, bytes));
    Integer open = this.open.get(planKey(fact));
    boolean holds = sums.values().stream().anyMatch(bytes -> bytes != 0);
    boolean begins = open == null && holds && this.open.size() < MOST_MEMORIES;
    int number = begins ? begin(fact, plans) : open == null ? Plans.NONE : open;
    PlanFigures plan = plans.at(number);
    if (plan == null) {
      return;
    }
    List<Interval> parts = new ArrayList<>(plan.intervals());
    parts.removeIf(part -> sums.containsKey(part.buffer().name()));
    sums.forEach((name, bytes) -> add(parts, name, bytes, out.at()));
    long address = 0;
    for (int i = 0; i < parts.size(); i++) {
      Interval part = parts.get(i);
      parts.set(i, part.withExtent(part.extent().at(address)));
      address += part.bytes();
    }
    plan.replace(parts, 0, out.at());
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
  public void close(Plans plans, RunOutput out) {
    open.values().forEach(number -> end(number, plans, out));
    open.clear();
  }
}
