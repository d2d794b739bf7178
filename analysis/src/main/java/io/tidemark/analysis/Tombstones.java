package io.tidemark.analysis;

import static java.util.stream.Collectors.toSet;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.AlertKey;
import io.tidemark.model.AlertRule;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.PlanKey;
import io.tidemark.model.RunId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The published keys of a run. They must be deleted when the run is dropped or was published too
 * early.
 *
 * @param lastPages last page of each plan, by plan name; pages begin at 0
 */
public record Tombstones(
    RunId run, Set<MemoryKey> memories, Map<String, Integer> lastPages, Set<AlertKey> alerts) {

  private static final int VERSION = 1;

  public Tombstones {
    memories = Set.copyOf(memories);
    lastPages = Map.copyOf(lastPages);
    alerts = Set.copyOf(alerts);
  }

  /** Collects the keys of these changes, by run. */
  static List<Tombstones> of(Changes changes) {
    Set<RunId> runs = new TreeSet<>(changes.runs().keySet());
    Set<MemoryKey> memories = new TreeSet<>(changes.usage().keySet());
    memories.addAll(changes.ops().keySet());
    memories.addAll(changes.timelines().keySet());
    memories.forEach(key -> runs.add(key.run()));
    changes.plans().keySet().forEach(key -> runs.add(key.run()));
    changes.alerts().keySet().forEach(key -> runs.add(key.run()));
    return runs.stream().map(run -> of(run, memories, changes)).toList();
  }

  private static Tombstones of(RunId run, Set<MemoryKey> memories, Changes changes) {
    Map<String, Integer> pages = new TreeMap<>();
    changes.plans().keySet().stream()
        .filter(key -> key.run().equals(run))
        .forEach(key -> pages.merge(key.plan(), key.page(), Math::max));
    return new Tombstones(
        run,
        memories.stream().filter(key -> key.run().equals(run)).collect(toSet()),
        pages,
        changes.alerts().keySet().stream().filter(key -> key.run().equals(run)).collect(toSet()));
  }

  /** Passes every page key of every plan. */
  public void pages(Consumer<PlanKey> each) {
    lastPages.forEach(
        (plan, last) -> {
          for (int page = 0; page <= last; page++) {
            each.accept(new PlanKey(run, plan, page));
          }
        });
  }

  /** Serializes the keys as a stored part. */
  public byte[] toBytes() {
    PartWriter out = new PartWriter(VERSION);
    out.number(memories.size());
    new TreeSet<>(memories).forEach(key -> out.text(key.device()).text(key.memory()));
    out.number(lastPages.size());
    new TreeMap<>(lastPages).forEach((plan, page) -> out.text(plan).number(page));
    out.number(alerts.size());
    new TreeSet<>(alerts)
        .forEach(key -> out.text(key.rule().alert()).text(key.device()).text(key.memory()));
    return out.toBytes();
  }

  /** Reads the output of {@link #toBytes}. */
  public static Tombstones read(RunId run, byte[] bytes) {
    PartReader in = new PartReader(bytes, VERSION);
    Set<MemoryKey> memories = new TreeSet<>();
    for (int left = in.count(); left > 0; left--) {
      memories.add(new MemoryKey(run, in.word(), in.word()));
    }
    Map<String, Integer> pages = new TreeMap<>();
    for (int left = in.count(); left > 0; left--) {
      pages.put(in.word(), in.count());
    }
    Set<AlertKey> alerts = new TreeSet<>();
    for (int left = in.count(); left > 0; left--) {
      alerts.add(new AlertKey(run, AlertRule.of(in.word()), in.word(), in.word()));
    }
    return new Tombstones(run, memories, pages, alerts);
  }
}
