package io.tidemark.ingest.follow;

import io.tidemark.model.TerminalText;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files with the name of a rotated one of a log that another tailer follows. Most are copies, which
 * that tailer accounts for; a log of its own under such a name is read by nobody meanwhile.
 */
final class LeftToOwner {

  private static final Logger LOG = LoggerFactory.getLogger(LeftToOwner.class);

  private final Set<Path> files = new HashSet<>();

  void add(Path file, String source) {
    if (files.add(file)) {
      LOG.info(
          "{}: left to the tailer that follows {}, since its name is one of a rotated file",
          TerminalText.of(file.toString()),
          TerminalText.of(source));
    }
  }

  void retain(Set<Path> there) {
    files.retainAll(there);
  }

  int count() {
    return files.size();
  }
}
