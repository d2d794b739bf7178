package io.tidemark.analysis.run;

import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.log.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The published keys of the ended runs of a source, one stored part per run. Only the newest runs
 * are kept. The keys of older ones are deleted, so that stores and compacted topics do not grow
 * with the number of runs.
 */
public record RunRetention(StateParts parts) {

  /** Limit of ended runs, equal to the number that a scrape shows. */
  public static final int KEPT = 50;

  /** Digits of a run number in a key; large numbers have one more. */
  private static final int DIGITS = 8;

  /** Adds an ended run, and returns the oldest ones that exceed the limit. */
  public List<Tombstones> add(Tombstones ended) {
    parts.put(Store.HOT, key(ended.run()), ended.toBytes());
    String source = ended.run().source();
    List<Tombstones> displaced = new ArrayList<>();
    if (ended.run().number() > KEPT) {
      NavigableMap<RunId, byte[]> kept = kept(source);
      while (kept.size() > KEPT) {
        Map.Entry<RunId, byte[]> oldest = kept.pollFirstEntry();
        parts.put(Store.HOT, key(oldest.getKey()), null);
        displaced.add(read(oldest.getKey(), oldest.getValue()));
      }
    }
    return displaced;
  }

  private static Tombstones read(RunId run, byte[] stored) {
    try {
      return Tombstones.read(run, stored);
    } catch (RuntimeException e) {
      // A damaged part must not hinder every later run of its source.
      return Tombstones.of(run);
    }
  }

  /** The highest number of the ended runs of a source; 0 for none. */
  public int last(String source) {
    NavigableMap<RunId, byte[]> kept = kept(source);
    return kept.isEmpty() ? 0 : kept.lastKey().number();
  }

  private NavigableMap<RunId, byte[]> kept(String source) {
    NavigableMap<RunId, byte[]> kept = new TreeMap<>();
    parts.scan(
        Store.HOT,
        source + '\0',
        (key, bytes) -> {
          RunId run = run(source, key);
          if (run != null) {
            kept.put(run, bytes);
          }
        });
    return kept;
  }

  /** Whether the parts hold this run as ended. */
  public static boolean holds(RunId run, StateParts parts) {
    return parts.get(Store.HOT, key(run)) != null;
  }

  /** Returns the run of a part's key; {@code null} if the part is no ended run. */
  public static @Nullable RunId run(String source, String key) {
    String number = key.substring(Math.min(key.length(), source.length() + 1));
    return isNumber(number) ? new RunId(source, Integer.parseInt(number)) : null;
  }

  private static boolean isNumber(String text) {
    boolean digits = text.length() == DIGITS || text.length() == DIGITS + 1;
    for (int i = 0; i < text.length() && digits; i++) {
      digits = text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }
    return digits;
  }

  private static String key(RunId run) {
    return String.format(Locale.ROOT, "%s\0%08d", run.source(), run.number());
  }
}
