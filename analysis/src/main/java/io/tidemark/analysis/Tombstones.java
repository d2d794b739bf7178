package io.tidemark.analysis;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.AlertKey;
import io.tidemark.model.AlertRule;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.PlanKey;
import io.tidemark.model.RunId;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The keys that a run which has ended is published under: to be deleted when it is forgotten.
 *
 * @param lastPages of each plan, by its name; it has every page from 0 to that
 */
public record Tombstones(
    RunId run, Set<MemoryKey> memories, Map<String, Integer> lastPages, Set<AlertKey> alerts) {

  private static final int VERSION = 1;

  public Tombstones {
    memories = Set.copyOf(memories);
    lastPages = Map.copyOf(lastPages);
    alerts = Set.copyOf(alerts);
  }

  /** Hands over every page of every plan. */
  public void pages(Consumer<PlanKey> each) {
    lastPages.forEach(
        (plan, last) -> {
          for (int page = 0; page <= last; page++) {
            each.accept(new PlanKey(run, plan, page));
          }
        });
  }

  /** As a stored part. */
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

  /** Reads what {@link #toBytes} wrote. */
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
