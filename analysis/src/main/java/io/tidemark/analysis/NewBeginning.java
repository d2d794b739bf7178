package io.tidemark.analysis;

import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import java.util.ArrayList;
import java.util.List;

/**
 * Restarts a source whose analysis failed. Its ended runs are kept, one stored part each. The next
 * slice begins the next run.
 */
public final class NewBeginning {

  private NewBeginning() {}

  /**
   * Deletes all stored state except the ended runs, and stores how far the source is read.
   *
   * @param lastRun the highest run number known to be in use; 0 for none
   */
  public static void begin(String source, int lastRun, ReadProgress progress, StateParts parts) {
    int last = Math.max(lastRun, progress.runs());
    for (Store store : Store.values()) {
      List<String> found = new ArrayList<>(List.of(source));
      parts.scan(store, source + '\0', (key, value) -> found.add(key));
      for (String key : found) {
        if (store != Store.HOT || RunRetention.run(source, key) == null) {
          parts.put(store, key, null);
        }
      }
    }
    parts.put(Store.HOT, source, LogAnalysis.withoutRun(source, last, progress.generations));
  }
}
