package io.tidemark.analysis;

import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.RunId;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The keys that the ended runs of a source are published under, a stored part per run. Of very many
 * the newest stay; the keys of one that leaves are deleted, so that no store and no compacted topic
 * grows with the number of runs.
 */
public final class RunRetention {

  /** As many as a scrape shows. */
  static final int KEPT = 50;

  private static final Pattern NUMBER = Pattern.compile("[0-9]{8,9}");

  private final StateParts parts;

  RunRetention(StateParts parts) {
    this.parts = parts;
  }

  /** Keeps the newest to have ended, and answers the one that it displaces. */
  @Nullable Tombstones add(Tombstones ended) {
    parts.put(Store.HOT, key(ended.run()), ended.toBytes());
    if (ended.run().number() <= KEPT) {
      return null;
    }
    RunId displaced = new RunId(ended.run().source(), ended.run().number() - KEPT);
    byte[] stored = parts.get(Store.HOT, key(displaced));
    parts.put(Store.HOT, key(displaced), null);
    return stored == null ? null : Tombstones.read(displaced, stored);
  }

  /** Whether the parts hold a run as ended. */
  public static boolean holds(RunId run, StateParts parts) {
    return parts.get(Store.HOT, key(run)) != null;
  }

  /** The run of a part's key; {@code null} when it is no part of an ended run. */
  static @Nullable RunId run(String source, String key) {
    String number = key.substring(Math.min(key.length(), source.length() + 1));
    return NUMBER.matcher(number).matches() ? new RunId(source, Integer.parseInt(number)) : null;
  }

  private static String key(RunId run) {
    return String.format(Locale.ROOT, "%s\0%08d", run.source(), run.number());
  }
}
