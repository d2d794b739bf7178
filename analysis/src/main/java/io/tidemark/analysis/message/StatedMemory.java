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
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.plan.PlanSpace;
import io.tidemark.model.run.Killed;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The memories, failures and plans that the messages of one run state. */
@Stored
public final class StatedMemory {

  private static final int MOST_MEMORIES = 256;

  /** Lines from a size to the failure that lacks it; others of the writer stand between. */
  private static final long ANNOUNCED_WITHIN = 4;

  /** By failure or plan: the line that counted last. */
  private final Map<String, Long> recent = new LinkedHashMap<>();

  /** By writer, and device if it is named: the plan to which the next parts belong. */
  private final Map<String, Integer> open = new TreeMap<>();

  /** By device and memory: highest use that was stated. */
  private final Map<String, Long> peaks = new TreeMap<>();

  /** By device and memory: size stated before. */
  private final Map<String, Long> capacities = new TreeMap<>();

  /**
   * By writer: name of the next parts whose own name ends it, since a writer uses that for several
   * things.
   */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private final Map<String, String> partNames = new TreeMap<>();

  /** The newest size that a writer states in the line above its failure. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private @Nullable Announced announced;

  private record Announced(String writer, long bytes, long line) {}

  private final transient RecentStatements statements = new RecentStatements(recent);
  private final transient StatedPlans planned = new StatedPlans(open, partNames, statements);

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
        long line = out.line();
        if (fact.isGuess() && failure.isUnsized()) {
          out.refused(out.traced(failure));
        } else if (!isPassedOn(failure, fact.word(Field.DEVICE) == null, line)) {
          failed(planned.beside(fact, failure, plans), line, out);
        }
      }
      case REFUSAL -> {
        FailedAllocation failure = sized(fact, deviceBytes, out);
        out.declined(out.traced(planned.beside(fact, failure, plans)));
      }
      case USE, CAPACITY -> {
        use(fact, size(fact, deviceBytes), out);
        // What its writer only thought of, and makes smaller, is no plan of the run.
        if (!fact.sums().isEmpty() && needed(fact) <= capacity(fact, Long.MAX_VALUE)) {
          planned.begin(fact, planSize(fact), plans, out);
        }
      }
      case PLAN -> planned.begin(fact, planSize(fact), plans, out);
      case PART -> {
        Long needed = fact.sums().isEmpty() ? fact.figure(Field.NEEDED) : null;
        announced = needed == null ? announced : new Announced(fact.format(), needed, out.line());
        out.placed(device(fact), memory(fact));
        planned.add(fact, planSize(fact), plans, out);
      }
      case HINT -> {
        announced = null;
        out.hint(OpNameLimiter.cut(hint(fact)));
      }
      case KILLED ->
          out.killed(
              new Killed(
                  out.at(),
                  fact.word(Field.WHERE),
                  fact.word(Field.OP),
                  fact.figure(Field.PID),
                  fact.figure(Field.USED),
                  fact.word(Field.TIME)));
      case CANCELLED -> out.cancelled();
      case START, END, CRASH, PROGRESS, CAUGHT -> {}
    }
  }

  private static String hint(MessageFact fact) {
    String where = fact.word(Field.WHERE, fact.message().name());
    String of = fact.word(Field.OP);
    return of == null ? where : of + " " + where;
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
    boolean first = statements.isNew(memory + failure.shortage(), line);
    boolean firstOfSize = statements.isNew(memory + failure.shortage().neededBytes(), line);
    boolean firstOfDevice = statements.isNew(memory, line);
    boolean firstOfMemory = statements.isNew(failure.memory(), line);
    boolean sizeAlone = statesSizeAlone(failure);
    String alone = "alone " + memory + failure.shortage().neededBytes();
    boolean again = sizeAlone ? !statements.isNew(alone, line) : statements.isRecent(alone, line);
    boolean sized = failure.shortage().neededBytes() != null;
    // A layer that states no size, and often no device, repeats the failure that it passes on.
    boolean repeated =
        failure.device().equals(FactFigures.DEVICE) ? !firstOfMemory : !firstOfDevice;
    FailedAllocation traced = out.traced(failure);
    // A layer may shorten the text that another one passes on, or state it in full.
    if (sized ? !again && (sizeAlone ? firstOfSize : first) : !repeated) {
      out.failed(traced);
    } else {
      out.repeated(traced);
    }
  }

  /** Whether no line shortly before stated the same, which is remembered. */
  public boolean isNew(String what, long line) {
    return statements.isNew(what, line);
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
    statements.isNew((unnamed ? "unnamed " : "named ") + size, line);
    return statements.isRecent((unnamed ? "named " : "unnamed ") + size, line);
  }

  private static boolean statesSizeAlone(FailedAllocation failure) {
    BankBytes bank = failure.bank();
    return bank.bankBytes() == null && bank.freePerBank() == null;
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

  /** Size of the memory of a message that does not state it; −1 for unknown. */
  private long size(MessageFact fact, long deviceBytes) {
    boolean given = deviceBytes > 0 && PlanSpace.ofDevice(memory(fact));
    return capacities.getOrDefault(key(fact), given ? deviceBytes : -1);
  }

  /**
   * The same for a plan; 0 for unknown. Where one size is known it is that of the device under all
   * its names: Ollama's lines have two.
   */
  private long planSize(MessageFact fact) {
    List<Long> alike =
        capacities.entrySet().stream()
            .filter(known -> known.getKey().endsWith('\0' + memory(fact)))
            .map(Map.Entry::getValue)
            .toList();
    return capacities.getOrDefault(key(fact), alike.size() == 1 ? alike.get(0) : 0L);
  }

  private static String key(MessageFact fact) {
    return device(fact) + '\0' + memory(fact);
  }

  private void use(MessageFact fact, long known, RunOutput out) {
    String key = key(fact);
    long stated = fact.figures().getOrDefault(Field.LIMIT, fact.orUnknown(Field.CAPACITY));
    stated = stated < 0 && known < 0 ? FactFigures.wholeOfShare(fact) : stated;
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
      MemoryView view = view(fact, size, used, free, fact.figure(Field.LARGEST));
      out.stated(device, view, fact.word(Field.STEP));
      // Most writers state it with each use; it is news when it rises.
      if (peak > highest) {
        out.peak(device, memory(fact), peak * banks(fact));
      }
      Long reserved = fact.figure(Field.RESERVED);
      if (reserved != null && reserved >= used) {
        out.reserved(device, memory(fact), reserved);
      }
    }
  }

  private static boolean mayKeep(Map<String, ?> byMemory, String key) {
    return byMemory.size() < MOST_MEMORIES || byMemory.containsKey(key);
  }

  private static MemoryView view(
      MessageFact fact, long size, long used, long free, @Nullable Long largest) {
    int banks = banks(fact);
    long left = free >= 0 ? free : Math.max(0, size - used);
    Long block = largest == null ? null : Long.valueOf(largest * banks);
    return new MemoryView(memory(fact), banks, size * banks, used * banks, left * banks, block);
  }

  /** Ends the plans that wait for more parts. */
  public void close(Plans plans, RunOutput out) {
    planned.close(plans, out);
  }
}
