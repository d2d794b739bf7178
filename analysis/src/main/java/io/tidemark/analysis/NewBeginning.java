package io.tidemark.analysis;

import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.RunId;
import io.tidemark.model.Slice;
import java.util.ArrayList;
import java.util.List;

/**
 * Restarts a source whose stored state cannot be used. Its ended runs are kept, one stored part
 * each. Run numbers continue after all earlier runs.
 */
public final class NewBeginning {

  private static final byte[] NO_TEXT = new byte[0];

  private NewBeginning() {}

  /**
   * Deletes all stored state except the ended runs.
   *
   * @param lastRun the highest run number known to be in use; 0 for none
   * @return the number of the source's next run
   */
  public static int begin(String source, int lastRun, StateParts parts) {
    int last = lastRun;
    for (Store store : Store.values()) {
      List<String> found = new ArrayList<>(List.of(source));
      parts.scan(store, source + '\0', (key, value) -> found.add(key));
      for (String key : found) {
        RunId ended = store == Store.HOT ? RunRetention.run(source, key) : null;
        if (ended == null) {
          parts.put(store, key, null);
        } else {
          last = Math.max(last, ended.number());
        }
      }
    }
    parts.put(Store.HOT, source, behind(source, last));
    return last + 1;
  }

  /** Creates the state of a source with this number of runs, none open, by applying empty files. */
  private static byte[] behind(String source, int runs) {
    StateParts scratch = new HeapParts();
    LogAnalysis state = LogAnalysis.load(source, scratch);
    for (int run = 1; run <= runs; run++) {
      state.after(new Slice("before-" + run, 0, 0, 1, false, false, 0, 0, NO_TEXT));
    }
    state.end();
    byte[] stored = scratch.get(Store.HOT, source);
    if (stored == null) {
      throw new IllegalStateException(source + ": nothing was stored");
    }
    return stored;
  }
}
