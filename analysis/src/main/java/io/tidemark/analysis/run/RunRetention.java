package io.tidemark.analysis.run;

import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.log.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The published keys of the ended runs of a source, one stored part per run. Only the newest runs
 * are kept. The keys of older ones are deleted, so that stores and compacted topics do not grow
 * with the number of runs.
 */
public final class RunRetention {

  /** Limit of ended runs, equal to the number that a scrape shows. */
  public static final int KEPT = 50;

  /** Digits of a run number in a key; large numbers have one more. */
  private static final int DIGITS = 8;

  private final String source;
  private final StateParts parts;

  /** The kept runs; {@code null} until they are needed, since a scan passes all deleted keys. */
  private @Nullable NavigableSet<Integer> kept;

  public RunRetention(String source, StateParts parts) {
    this.source = source;
    this.parts = parts;
  }

  /** Adds an ended run, and returns the oldest ones that exceed the limit. */
  public List<Tombstones> add(Tombstones ended) {
    parts.write(Store.HOT, key(ended.run()), ended.stored());
    List<Tombstones> displaced = new ArrayList<>();
    if (ended.run().number() > KEPT) {
      NavigableSet<Integer> all = kept();
      all.add(ended.run().number());
      while (all.size() > KEPT) {
        displaced.add(remove(new RunId(source, all.first())));
        all.pollFirst();
      }
    }
    return displaced;
  }

  private Tombstones remove(RunId run) {
    try {
      Tombstones.Stored stored = parts.read(Store.HOT, key(run), Tombstones.Stored.class);
      return stored == null ? Tombstones.of(run) : stored.of(run);
    } catch (RuntimeException e) {
      // A damaged part must not hinder every later run of its source.
      return Tombstones.of(run);
    } finally {
      parts.put(Store.HOT, key(run), null);
    }
  }

  /** The highest number of the ended runs; 0 for none. */
  public int last() {
    return kept().isEmpty() ? 0 : kept().last();
  }

  private NavigableSet<Integer> kept() {
    if (kept == null) {
      NavigableSet<Integer> found = new TreeSet<>();
      parts.scan(
          Store.HOT,
          source + '\0',
          (key, bytes) -> {
            RunId run = run(source, key);
            if (run != null) {
              found.add(run.number());
            }
          });
      kept = found;
    }
    return kept;
  }

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
