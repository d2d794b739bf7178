package io.tidemark.ingest.follow;

import io.tidemark.model.TerminalText;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Folders of the list of logs that are not there, each reported once, and once when it is back. */
final class GoneFolders {

  private static final Logger LOG = LoggerFactory.getLogger(GoneFolders.class);

  private final Set<Path> gone = new HashSet<>();

  /** These are not there now. */
  void note(Set<Path> now) {
    for (Path folder : now) {
      if (gone.add(folder)) {
        LOG.warn("{}: the folder is gone; waiting for it", TerminalText.of(folder.toString()));
      }
    }
    for (Path folder : Set.copyOf(gone)) {
      if (!now.contains(folder)) {
        gone.remove(folder);
        LOG.info("{}: the folder is back", TerminalText.of(folder.toString()));
      }
    }
  }
}
