package io.tidemark.analysis;

import io.tidemark.analysis.track.StateParts;
import io.tidemark.analysis.track.StateParts.Store;
import io.tidemark.model.RunId;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the runs of a source that have ended were told under, a stored part per run. Of very many
 * the newest stay; what leaves is taken back, so that no store and no compacted topic grows with
 * the number of runs.
 */
final class EndedRuns {

  /** As many as a scrape shows. */
  static final int KEPT = 50;

  private final StateParts parts;

  EndedRuns(StateParts parts) {
    this.parts = parts;
  }

  /** Keeps the newest to have ended, and answers the one that it displaces. */
  @Nullable Gone add(Gone ended) {
    parts.put(Store.HOT, key(ended.run()), ended.toBytes());
    if (ended.run().number() <= KEPT) {
      return null;
    }
    RunId displaced = new RunId(ended.run().source(), ended.run().number() - KEPT);
    byte[] stored = parts.get(Store.HOT, key(displaced));
    parts.put(Store.HOT, key(displaced), null);
    return stored == null ? null : Gone.read(displaced, stored);
  }

  private static String key(RunId run) {
    return String.format(Locale.ROOT, "%s\0%08d", run.source(), run.number());
  }
}
