package io.tidemark.analysis.store;

import io.tidemark.analysis.run.RunRetention;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import java.util.ArrayList;
import java.util.List;

/**
 * Restarts a source whose analysis failed. Its ended runs are kept, one stored part each. The next
 * slice begins the next run.
 */
public final class NewBeginning {

  /** Beginning of a key of an open run's part, within the source's keys. */
  private static final String OPEN = "open\0";

  private NewBeginning() {}

  /**
   * Deletes all stored state except the ended runs, and stores how far the source is read.
   *
   * @param lastRun the highest run number known to be in use; 0 for none. Numbers in the keys of
   *     the deleted parts are in use, too.
   */
  public static void begin(String source, int lastRun, ReadProgress progress, StateParts parts) {
    int last = Math.max(lastRun, progress.runs());
    for (Store store : Store.values()) {
      List<String> found = new ArrayList<>(List.of(source));
      parts.scan(store, source + '\0', (key, value) -> found.add(key));
      for (String key : found) {
        boolean ended = store == Store.HOT && RunRetention.run(source, key) != null;
        last = Math.max(last, number(source, key));
        if (!ended) {
          parts.put(store, key, null);
        }
      }
    }
    parts.put(Store.HOT, source, SourceSections.withoutRun(last, progress.generations));
  }

  /** Number of the run to which a part belongs; 0 if to none. */
  private static int number(String source, String key) {
    String rest = key.substring(Math.min(key.length(), source.length() + 1));
    String number = rest.startsWith(OPEN) ? rest.substring(OPEN.length()) : rest.split("\0", 2)[0];
    return number.matches("\\d{1,9}") ? Integer.parseInt(number) : 0;
  }
}
