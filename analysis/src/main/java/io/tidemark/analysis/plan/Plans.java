package io.tidemark.analysis.plan;

import io.tidemark.analysis.memory.ModuleGroups;
import io.tidemark.analysis.state.StateFormat;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The static plans of a run, for all systems. A tracker keeps only the number of its plan, so that
 * it finds the plan again after a restart.
 */
public final class Plans {

  static final int MAX_PLANS = 1024;

  /** Returned if there is no plan. */
  public static final int NONE = 0;

  private final Map<Integer, PlanFigures> held = new TreeMap<>();
  private final Set<Integer> open = new HashSet<>();

  /** Not stored: the stored pages say it of plans that were published before. */
  private final Map<String, Integer> lastPages = new TreeMap<>();

  /** Plans that were held when the state was written: open, or ended but maybe not published. */
  private final Set<Integer> wanted = new HashSet<>();

  private ModuleGroups groups = ModuleGroups.NONE;

  private int count;

  /** Number of plans dropped above {@link #MAX_PLANS}. */
  private long droppedByLimit;

  /**
   * What is stored of the plans, besides their pages.
   *
   * @param held numbers of the plans in memory
   */
  public record State(int count, long droppedByLimit, Set<Integer> open, Set<Integer> held) {}

  public State state() {
    return new State(count, droppedByLimit, open, held.keySet());
  }

  /** Restores plans; their pages follow. */
  public static Plans of(State state) {
    Plans plans = new Plans();
    plans.count = state.count();
    plans.droppedByLimit = state.droppedByLimit();
    plans.open.addAll(state.open());
    plans.wanted.addAll(state.held());
    return plans;
  }

  /** Sets the user's names of modules, before the first line. */
  public void group(ModuleGroups own) {
    groups = own;
  }

  public boolean any() {
    return count > 0;
  }

  /**
   * Begins a plan over {@code memory}. Returns its number, or {@link #NONE} above the limit.
   *
   * @param capacityBytes size of the memory; 0 if the log does not state it
   * @param alignBytes alignment of placed sizes, at least 1
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

  /** Returns the open plan of this number; {@code null} if it was dropped or has ended. */
  public @Nullable PlanFigures at(int number) {
    return open.contains(number) ? held.get(number) : null;
  }

  public void end(int number, PlanState how, LogPosition at) {
    PlanFigures plan = at(number);
    if (plan != null) {
      plan.end(how, at);
      open.remove(number);
    }
  }

  public void endAll(PlanState how, LogPosition at) {
    for (int number : Set.copyOf(open)) {
      end(number, how, at);
    }
  }

  /** Approximate heap use of the held plans in bytes. */
  public long weightBytes() {
    long bytes = 0;
    for (PlanFigures plan : held.values()) {
      bytes += plan.weightBytes();
    }
    return bytes;
  }

  public interface Pages {
    void put(String plan, int page, PlanRecord record);
  }

  /** Last page of every plan that was published since the plans were loaded, by plan name. */
  public Map<String, Integer> lastPages() {
    return lastPages;
  }

  /** Treats the changed pages as stored. */
  public void markStored() {
    held.values().forEach(PlanFigures::markStored);
  }

  /**
   * Passes the pages that changed since the last store, with keys {@code number\0page}, which sort
   * like the numbers.
   */
  public void store(BiConsumer<String, byte[]> part) {
    held.forEach(
        (number, plan) ->
            plan.unstoredPages()
                .forEach(
                    (page, bytes) ->
                        part.accept(
                            String.format(Locale.ROOT, "%08d\0%06d", number, page), bytes)));
  }

  /** Whether a stored part is a page of a plan. */
  public static boolean isPage(String key) {
    return !key.isEmpty() && key.charAt(0) >= '0' && key.charAt(0) <= '9';
  }

  /**
   * Last page of every plan that is or was published, by plan name.
   *
   * @param stored passes the stored pages, sorted by key
   */
  public static Map<String, Integer> storedPages(Consumer<BiConsumer<String, byte[]>> stored) {
    Map<String, String> names = new HashMap<>();
    Map<String, Integer> pages = new TreeMap<>();
    stored.accept(
        (key, bytes) -> {
          if (isPage(key)) {
            String[] parts = key.split("\0", 2);
            int page = Integer.parseInt(parts[1]);
            if (page == 0) {
              names.put(parts[0], StateFormat.read(bytes, PlanHead.class).name);
            }
            String name = names.getOrDefault(parts[0], "");
            if (!name.isEmpty()) {
              pages.merge(name, page, Math::max);
            }
          }
        });
    return pages;
  }

  /**
   * Passes what changed since the last call. Ended plans are released afterwards, if they are
   * stored.
   */
  public void publish(boolean busy, Pages pages) {
    held.forEach(
        (number, plan) ->
            plan.changedPages(busy, groups)
                .forEach(
                    (page, record) -> {
                      lastPages.merge(plan.name(), page, Math::max);
                      pages.put(plan.name(), page, record);
                    }));
    held.entrySet().removeIf(plan -> !open.contains(plan.getKey()) && plan.getValue().stored());
  }

  /** Whether changes are not yet published. */
  public boolean waits() {
    return held.values().stream().anyMatch(PlanFigures::waits);
  }

  /**
   * Restores a stored page; page 0 of a plan must come first. Plans that ended and were published
   * are skipped, since there may be a thousand.
   */
  public void restore(String key, byte[] bytes) {
    String[] parts = key.split("\0", 2);
    int number = Integer.parseInt(parts[0]);
    int page = Integer.parseInt(parts[1]);
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
