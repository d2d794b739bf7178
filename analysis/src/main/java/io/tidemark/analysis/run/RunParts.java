package io.tidemark.analysis.run;

import io.tidemark.analysis.plan.Plans;
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
import org.jspecify.annotations.Nullable;

/**
 * The stored parts of one run besides its sections: ops, pages of timelines and plans, and pages of
 * systems. Their keys begin with {@code source\0run\0}.
 */
final class RunParts {

  private static final String PAGES_OF = "pages of ";

  private final String prefix;
  private final StateParts parts;

  RunParts(RunId run, StateParts parts) {
    this.prefix = run.source() + '\0' + run.number() + '\0';
    this.parts = parts;
  }

  /** Writes the parts that changed since the last call. */
  void store(OpenRun run) {
    run.devices.parts().storeOps(into(Store.OPS));
    run.devices.parts().storeTimelines(into(Store.TIMELINES));
    run.devices.points().store(into(Store.TIMELINES));
    run.plans.store(into(Store.PLANS));
    run.trackers.each(
        (system, tracker) ->
            tracker.storePages(
                (page, bytes) ->
                    into(Store.PLANS)
                        .accept(
                            pagesOf(system) + String.format(Locale.ROOT, "%06d", page), bytes)));
  }

  private BiConsumer<String, byte @Nullable []> into(Store store) {
    return (key, bytes) -> parts.put(store, prefix + key, bytes);
  }

  /** Prefix of a system's pages. It differs from every plan number. */
  private static String pagesOf(LogSystem system) {
    return PAGES_OF + system.name() + '\0';
  }

  /** Passes the parts of a store in key order, with their keys within the run. */
  private void scan(Store store, BiConsumer<String, byte[]> each) {
    scan(store, key -> true, each);
  }

  /** Passes those of a store with these keys within the run. */
  void scan(Store store, Predicate<String> which, BiConsumer<String, byte[]> each) {
    parts.scan(
        store,
        prefix,
        (whole, bytes) -> {
          String key = whole.substring(prefix.length());
          if (which.test(key)) {
            each.accept(key, bytes);
          }
        });
  }

  void scanPages(LogSystem system, BiConsumer<String, byte[]> each) {
    parts.scan(Store.PLANS, prefix + pagesOf(system), each);
  }

  /** Returns every stored plan with its last page. */
  Map<String, Integer> lastPages() {
    return Plans.storedPages(each -> scan(Store.PLANS, each));
  }

  void dropPages(LogSystem system) {
    drop(Store.PLANS, key -> key.startsWith(pagesOf(system)));
  }

  void drop() {
    for (Store store : List.of(Store.OPS, Store.TIMELINES, Store.PLANS)) {
      drop(store, key -> true);
    }
  }

  /** Drops the parts of a store with these keys within the run. */
  void drop(Store store, Predicate<String> which) {
    List<String> keys = new ArrayList<>();
    scan(store, which, (key, bytes) -> keys.add(prefix + key));
    keys.forEach(key -> parts.put(store, key, null));
  }
}
