package io.tidemark.ingest.follow;

import io.tidemark.ingest.find.Descriptors;
import io.tidemark.ingest.find.Excluded.ExcludedLog;
import io.tidemark.ingest.find.Finder;
import io.tidemark.model.TerminalText;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports entries of the list of logs that match nothing, and files that are left out. A missing
 * folder is reported once, and again when it is back. A folder or glob without a file is most
 * likely mistyped.
 */
final class AbsentEntries {

  private static final Logger LOG = LoggerFactory.getLogger(AbsentEntries.class);

  private final Set<Path> gone = new HashSet<>();
  private final Set<String> empty = new HashSet<>();
  private boolean waiting;
  private final ExcludedLog leftOut = new ExcludedLog();

  void note(Finder.Found found) {
    noteGone(found.goneFolders());
    leftOut.note(found.leftOut());
    newlyEmpty(found.empty())
        .forEach(entry -> LOG.warn("{}: 0 files match; waiting for one", TerminalText.of(entry)));
  }

  /** Records the number of logs that cannot be opened because too many files are open. */
  void noteWaiting(int logs) {
    if (logs > 0 && !waiting) {
      LOG.warn(
          "{} logs are not read yet: too many files are open ({} at most, see ulimit -n); they are"
              + " read when other logs are over",
          logs,
          Descriptors.most());
    }
    waiting = logs > 0;
  }

  private void noteGone(Set<Path> now) {
    for (Path folder : now) {
      if (gone.add(folder)) {
        LOG.warn("{}: the folder is gone; waiting for it", TerminalText.of(folder.toString()));
      }
    }
    for (Path folder : Set.copyOf(gone)) {
      if (!now.contains(folder)) {
        gone.remove(folder);
        LOG.warn("{}: the folder is back", TerminalText.of(folder.toString()));
      }
    }
  }

  /** The entries without a file that were not reported since they last had one. */
  List<String> newlyEmpty(Set<String> now) {
    empty.retainAll(now);
    return now.stream().filter(empty::add).toList();
  }
}
