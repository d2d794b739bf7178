package io.tidemark.analysis.run;

import io.tidemark.analysis.memory.RunPoints;
import io.tidemark.analysis.plan.PlanParts;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.model.log.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * The stored parts of one run besides its sections: ops, pages of timelines and plans, and pages of
 * systems. Their keys begin with {@code source\0run\0}.
 */
public final class RunParts {

  private static final String PAGES_OF = "pages of ";

  private final String prefix;
  private final StateParts parts;

  public RunParts(RunId run, StateParts parts) {
    this.prefix = run.source() + '\0' + run.number() + '\0';
    this.parts = parts;
  }

  /** Writes the parts that changed since the last call. */
  void store(RunTracker run, List<LogSystem> systems) {
    run.devices.parts().storeOps((key, bytes) -> parts.put(Store.OPS, prefix + key, bytes));
    run.devices
        .parts()
        .storeTimelines((key, bytes) -> parts.put(Store.TIMELINES, prefix + key, bytes));
    run.devices.points().store((key, bytes) -> parts.put(Store.TIMELINES, prefix + key, bytes));
    PlanParts.store(run.plans, (key, bytes) -> parts.put(Store.PLANS, prefix + key, bytes));
    for (int i = 0; i < systems.size(); i++) {
      String pages = prefix + pagesOf(systems.get(i));
      run.trackers
          .get(i)
          .storePages(
              (page, bytes) ->
                  parts.put(Store.PLANS, pages + String.format(Locale.ROOT, "%06d", page), bytes));
    }
  }

  /** Prefix of a system's pages. It differs from every plan number. */
  private static String pagesOf(LogSystem system) {
    return PAGES_OF + system.name() + '\0';
  }

  /** Passes the parts of a store in key order, with their keys within the run. */
  public void scan(Store store, BiConsumer<String, byte[]> each) {
    parts.scan(store, prefix, (key, bytes) -> each.accept(key.substring(prefix.length()), bytes));
  }

  /** Passes the plan pages. */
  public void scanPlans(BiConsumer<String, byte[]> each) {
    scan(
        Store.PLANS,
        (key, bytes) -> {
          if (PlanParts.isPage(key)) {
            each.accept(key, bytes);
          }
        });
  }

  /** Passes the pages of a system. */
  public void scanPages(LogSystem system, BiConsumer<String, byte[]> each) {
    parts.scan(Store.PLANS, prefix + pagesOf(system), each);
  }

  /** Returns every stored plan with its last page. */
  Map<String, Integer> lastPages() {
    return PlanParts.lastPages(each -> scan(Store.PLANS, each));
  }

  public void dropOps() {
    drop(Store.OPS, key -> true);
  }

  public void dropTimelines() {
    drop(Store.TIMELINES, key -> true);
  }

  public void dropPoints() {
    drop(Store.TIMELINES, RunPoints::isPage);
  }

  public void dropPlans() {
    drop(Store.PLANS, PlanParts::isPage);
  }

  public void dropPages(LogSystem system) {
    drop(Store.PLANS, key -> key.startsWith(pagesOf(system)));
  }

  /** Drops all parts of an ended and published run. */
  public void drop() {
    for (Store store : List.of(Store.OPS, Store.TIMELINES, Store.PLANS)) {
      drop(store, key -> true);
    }
  }

  private void drop(Store store, Predicate<String> which) {
    List<String> keys = new ArrayList<>();
    scan(
        store,
        (key, bytes) -> {
          if (which.test(key)) {
            keys.add(prefix + key);
          }
        });
    keys.forEach(key -> parts.put(store, key, null));
  }
}
