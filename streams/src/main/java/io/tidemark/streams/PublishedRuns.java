package io.tidemark.streams;

import io.tidemark.analysis.Changes;
import io.tidemark.analysis.RunRetention;
import io.tidemark.analysis.Tombstones;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.AlertKey;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.PlanKey;
import io.tidemark.model.RunId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of the published records of one source's newest runs, with one stored part per run. They
 * are readable even if the state is not, so that all records can be withdrawn.
 */
final class PublishedRuns {

  private static final Logger LOG = LoggerFactory.getLogger(PublishedRuns.class);
  private static final String PARTS = SourceKey.END + "published" + SourceKey.END;

  private final String source;
  private final StateParts parts;
  private final NavigableMap<Integer, Keys> runs = new TreeMap<>();

  /** The collected keys of one run. */
  private static final class Keys {
    final Set<MemoryKey> memories = new HashSet<>();
    final Map<String, Integer> lastPages = new HashMap<>();
    final Set<AlertKey> alerts = new HashSet<>();
    boolean dirty;

    static Keys of(Tombstones stored) {
      Keys keys = new Keys();
      keys.memories.addAll(stored.memories());
      keys.lastPages.putAll(stored.lastPages());
      keys.alerts.addAll(stored.alerts());
      return keys;
    }

    Tombstones toGone(RunId run) {
      return new Tombstones(run, memories, lastPages, alerts);
    }
  }

  private PublishedRuns(String source, StateParts parts) {
    this.source = source;
    this.parts = parts;
  }

  /**
   * Reads the stored keys. If a part is unreadable, its run has no keys of memories, plans and
   * alerts.
   */
  static PublishedRuns read(String source, StateParts parts) {
    PublishedRuns published = new PublishedRuns(source, parts);
    String prefix = source + PARTS;
    parts.scan(
        Store.HOT, prefix, (key, value) -> published.read(key.substring(prefix.length()), value));
    return published;
  }

  private void read(String number, byte[] stored) {
    try {
      RunId run = new RunId(source, Integer.parseInt(number));
      runs.put(run.number(), new Keys());
      runs.put(run.number(), Keys.of(Tombstones.read(run, stored)));
    } catch (RuntimeException e) {
      LOG.warn("source {}: what run {} is published under cannot be read", source, number, e);
    }
  }

  /** The highest run number; 0 if there is none. */
  int last() {
    return runs.isEmpty() ? 0 : runs.lastKey();
  }

  /** Tombstones of all these runs. */
  List<Tombstones> all() {
    return runs.entrySet().stream()
        .map(run -> run.getValue().toGone(new RunId(source, run.getKey())))
        .toList();
  }

  /** Stores keys that are new. */
  void add(Changes changes) {
    changes.runs().keySet().forEach(this::of);
    changes.usage().keySet().forEach(this::memory);
    changes.ops().keySet().forEach(this::memory);
    changes.timelines().keySet().forEach(this::memory);
    changes.plans().keySet().forEach(this::page);
    changes.alerts().keySet().forEach(this::alert);
    runs.forEach(this::store);
    changes.gone().forEach(gone -> forget(gone.run().number()));
  }

  /** Forgets runs that are not among these changes, since they were published too early. */
  void retain(Changes changes) {
    for (int run : List.copyOf(runs.keySet())) {
      if (!changes.runs().containsKey(new RunId(source, run))) {
        forget(run);
      }
    }
  }

  /**
   * Forgets runs that cannot change any more, after all state was published. These are ended runs
   * other than the newest. An open line may have ended the newest run and may be withdrawn.
   */
  void settle() {
    for (int run : List.copyOf(runs.keySet())) {
      if (run != runs.lastKey() && RunRetention.holds(new RunId(source, run), parts)) {
        forget(run);
      }
    }
  }

  private void forget(int run) {
    if (runs.remove(run) != null) {
      parts.put(Store.HOT, key(run), null);
    }
  }

  private void memory(MemoryKey key) {
    Keys keys = of(key.run());
    keys.dirty |= keys.memories.add(key);
  }

  private void page(PlanKey key) {
    Keys keys = of(key.run());
    Integer last = keys.lastPages.get(key.plan());
    if (last == null || last < key.page()) {
      keys.lastPages.put(key.plan(), key.page());
      keys.dirty = true;
    }
  }

  private void alert(AlertKey key) {
    Keys keys = of(key.run());
    keys.dirty |= keys.alerts.add(key);
  }

  private Keys of(RunId run) {
    return runs.computeIfAbsent(
        run.number(),
        unknown -> {
          Keys keys = new Keys();
          keys.dirty = true;
          return keys;
        });
  }

  private void store(int run, Keys keys) {
    if (keys.dirty) {
      parts.put(Store.HOT, key(run), keys.toGone(new RunId(source, run)).toBytes());
      keys.dirty = false;
    }
  }

  private String key(int run) {
    return source + PARTS + String.format(Locale.ROOT, "%08d", run);
  }
}
