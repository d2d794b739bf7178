package io.tidemark.analysis.run;

import io.tidemark.analysis.memory.LastRun;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The newest ended run of each writer of a source that passed a program point. The next run of that
 * writer is compared with it. Each is one stored part, deleted together with the published keys of
 * its run.
 */
final class LastRuns {

  private static final String TAG = "last run";

  private final String prefix;
  private final StateParts parts;
  private final List<String> unreadable = new ArrayList<>();

  /** The number of each, by key; {@code null} until it is read. */
  private @Nullable Map<String, Integer> numbers;

  LastRuns(String source, StateParts parts) {
    this.prefix = source + '\0' + TAG + '\0';
    this.parts = parts;
  }

  /** Returns the last run of a writer; {@code null} if there is none. */
  @Nullable LastRun of(@Nullable String worker) {
    String key = key(worker);
    return numbers().containsKey(key) ? read(key) : null;
  }

  private @Nullable LastRun read(String key) {
    try {
      return parts.read(Store.HOT, key, LastRun.class);
    } catch (RuntimeException e) {
      // The last run is only a reference for comparison, so the current run continues.
      unreadable.add(TAG);
      return null;
    }
  }

  /** Tags of parts that could not be read. */
  List<String> unreadable() {
    return unreadable;
  }

  /** Keeps an ended run, and drops runs whose published keys were deleted. */
  void keep(OpenRun ended, List<Tombstones> gone) {
    LastRun last = ended.devices.ended(ended.id.number(), ended.facts.formats);
    if (!last.byDevice().isEmpty()) {
      parts.write(Store.HOT, key(ended.facts.worker), last);
      numbers().put(key(ended.facts.worker), ended.id.number());
    }
    for (Tombstones run : gone) {
      drop(run.run().number());
    }
  }

  private void drop(int run) {
    for (Map.Entry<String, Integer> last : List.copyOf(numbers().entrySet())) {
      if (last.getValue() == run) {
        parts.put(Store.HOT, last.getKey(), null);
        numbers().remove(last.getKey());
      }
    }
  }

  private Map<String, Integer> numbers() {
    if (numbers == null) {
      Map<String, Integer> found = new HashMap<>();
      parts.scan(
          Store.HOT,
          prefix,
          (key, part) -> {
            LastRun last = read(key);
            found.put(key, last == null ? 0 : last.number());
          });
      numbers = found;
      drop(0);
    }
    return numbers;
  }

  private String key(@Nullable String worker) {
    return prefix + (worker == null ? "" : worker);
  }
}
