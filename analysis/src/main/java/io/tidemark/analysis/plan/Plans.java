package io.tidemark.analysis.plan;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.LogPosition;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.PlanState;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The static plans of a run, whichever system states them. A tracker keeps the number of the plan
 * it is writing, never the plan itself, so that it finds it again after a restart.
 */
public final class Plans {

  static final int MAX_PLANS = 1024;

  /** No plan has this number. */
  public static final int NONE = 0;

  private final Map<Integer, PlanFigures> held = new TreeMap<>();
  private final Set<Integer> open = new HashSet<>();

  /** Those held when the state was written: open, or ended and perhaps not published. */
  private final Set<Integer> wanted = new HashSet<>();

  private int count;
  private long droppedByLimit;

  /** To read back one stored plan, whatever its state. */
  static Plans only(int number) {
    Plans one = new Plans();
    one.wanted.add(number);
    return one;
  }

  /** It is in memory: open, or ended and not published. */
  boolean holds(int number) {
    return held.containsKey(number);
  }

  public boolean any() {
    return count > 0;
  }

  /** Plans beyond {@link #MAX_PLANS}; nothing of them is kept. */
  long droppedByLimit() {
    return droppedByLimit;
  }

  /**
   * Begins a plan over {@code memory} and answers its number, {@link #NONE} when there are too
   * many.
   *
   * @param capacityBytes the memory's size, 0 when the log does not say
   * @param alignBytes what placed sizes are rounded up to, at least 1
   */
  public int begin(String memory, long capacityBytes, long alignBytes) {
    if (count == MAX_PLANS) {
      droppedByLimit++;
      return NONE;
    }
    int number = ++count;
    held.put(number, new PlanFigures(number, memory, capacityBytes, alignBytes));
    open.add(number);
    return number;
  }

  /** The open plan of this number; {@code null} when it was turned away or has ended. */
  public @Nullable PlanFigures at(int number) {
    return open.contains(number) ? held.get(number) : null;
  }

  /** Nothing more comes to this plan. */
  public void end(int number, PlanState how, LogPosition at) {
    PlanFigures plan = at(number);
    if (plan != null) {
      plan.end(how, at);
      open.remove(number);
    }
  }

  /** Ends all that is open. */
  public void endAll(PlanState how, LogPosition at) {
    for (int number : Set.copyOf(open)) {
      end(number, how, at);
    }
  }

  /** Roughly what those held take on the heap, bytes. */
  public long weightBytes() {
    long bytes = 0;
    for (PlanFigures plan : held.values()) {
      bytes += plan.weightBytes();
    }
    return bytes;
  }

  interface Parts {
    void put(int number, int page, byte[] bytes);
  }

  public interface Pages {
    void put(String plan, int page, PlanRecord record);
  }

  /** Hands over the pages that changed since they were last stored. */
  void store(Parts parts) {
    held.forEach(
        (number, plan) ->
            plan.unstoredPages().forEach((page, bytes) -> parts.put(number, page, bytes)));
  }

  /**
   * Hands over what changed since the last call; plans that ended are let go with it, once they are
   * stored.
   */
  public void publish(boolean busy, Pages pages) {
    held.forEach(
        (number, plan) ->
            plan.changedPages(busy)
                .forEach((page, record) -> pages.put(plan.name(), page, record)));
    held.entrySet().removeIf(plan -> !open.contains(plan.getKey()) && plan.getValue().stored());
  }

  /** Something that changed is not published yet. */
  public boolean waits() {
    return held.values().stream().anyMatch(PlanFigures::waits);
  }

  public void write(PartWriter out) {
    out.number(count).number(droppedByLimit).number(open.size());
    open.stream().sorted().forEach(out::number);
    out.number(held.size());
    held.keySet().forEach(out::number);
  }

  public void read(PartReader in) {
    count = in.count();
    droppedByLimit = in.number();
    for (int left = in.count(); left > 0; left--) {
      open.add(in.count());
    }
    for (int left = in.count(); left > 0; left--) {
      wanted.add(in.count());
    }
  }

  /**
   * Takes a stored page back, page 0 of a plan first. A plan that had ended and was published is
   * left where it is: there may be a thousand of them.
   */
  void restore(int number, int page, byte[] bytes) {
    if (!wanted.contains(number)) {
      return;
    }
    if (page == 0) {
      held.put(number, PlanFigures.read(number, bytes));
    } else {
      PlanFigures plan = held.get(number);
      if (plan != null) {
        plan.readPage(page, bytes);
      }
    }
  }
}
