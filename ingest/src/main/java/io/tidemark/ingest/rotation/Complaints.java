package io.tidemark.ingest.rotation;

import io.tidemark.model.TerminalText;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files and folders that cannot be read now. Each is reported once, and once when it is readable
 * again.
 */
public final class Complaints {

  private static final Logger LOG = LoggerFactory.getLogger(Complaints.class);

  private final Set<Path> reported = new HashSet<>();

  public void add(Path path, String why) {
    if (reported.add(path)) {
      LOG.warn("{}: {}", TerminalText.of(path.toString()), why);
    }
  }

  /** Reports that it is readable again, if its failure was reported. */
  public void remove(Path path) {
    if (reported.remove(path)) {
      LOG.warn("{}: can be read again", TerminalText.of(path.toString()));
    }
  }

  /** Forgets a path that no longer exists. */
  public void forget(Path path) {
    reported.remove(path);
  }

  public void retain(Set<Path> looked) {
    reported.retainAll(looked);
  }

  public void forgetGone() {
    reported.removeIf(path -> !Files.exists(path, LinkOption.NOFOLLOW_LINKS));
  }

  public int count() {
    return reported.size();
  }
}
