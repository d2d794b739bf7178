package io.tidemark.analysis.run;

import io.tidemark.analysis.memory.LastRun;
import io.tidemark.analysis.state.StateFormat;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

  LastRuns(String source, StateParts parts) {
    this.prefix = source + '\0' + TAG + '\0';
    this.parts = parts;
  }

  /** Returns the last run of a writer; {@code null} if there is none. */
  @Nullable LastRun of(@Nullable String worker) {
    byte[] part = parts.get(Store.HOT, key(worker));
    return part == null ? null : read(part);
  }

  private @Nullable LastRun read(byte[] part) {
    try {
      return StateFormat.read(part, LastRun.class);
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

  /** Stores an ended run, and drops runs whose published keys were deleted. */
  void keep(OpenRun ended, List<Tombstones> gone) {
    LastRun last = ended.tracker.devices.ended(ended.number(), ended.tracker.formats());
    if (!last.byDevice().isEmpty()) {
      parts.put(Store.HOT, key(ended.worker()), StateFormat.write(last));
    }
    if (!gone.isEmpty()) {
      Set<Integer> numbers = new HashSet<>();
      gone.forEach(run -> numbers.add(run.run().number()));
      drop(numbers);
    }
  }

  private void drop(Set<Integer> runs) {
    List<String> keys = new ArrayList<>();
    parts.scan(
        Store.HOT,
        prefix,
        (key, part) -> {
          LastRun last = read(part);
          if (last == null || runs.contains(last.number())) {
            keys.add(key);
          }
        });
    keys.forEach(key -> parts.put(Store.HOT, key, null));
  }

  private String key(@Nullable String worker) {
    return prefix + (worker == null ? "" : worker);
  }
}
