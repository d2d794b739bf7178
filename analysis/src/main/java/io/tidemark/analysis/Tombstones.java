package io.tidemark.analysis;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.AlertKey;
import io.tidemark.model.AlertRule;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.PlanKey;
import io.tidemark.model.RunId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The published keys of a run, which must be deleted when the run is dropped.
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

  /** A run of which only its number is known. */
  public static Tombstones of(RunId run) {
    return new Tombstones(run, Set.of(), Map.of(), Set.of());
  }

  /** Returns the keys that {@code kept} lacks. */
  public Tombstones without(Tombstones kept) {
    Set<MemoryKey> memoriesLeft = new HashSet<>(memories);
    memoriesLeft.removeAll(kept.memories);
    Map<String, Integer> pagesLeft = new HashMap<>(lastPages);
    pagesLeft.keySet().removeAll(kept.lastPages.keySet());
    Set<AlertKey> alertsLeft = new HashSet<>(alerts);
    alertsLeft.removeAll(kept.alerts);
    return new Tombstones(run, memoriesLeft, pagesLeft, alertsLeft);
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
