package io.tidemark.ingest.follow;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the copy that was made of a log before it was cut (logrotate's {@code copytruncate}): under
 * a rotated name beside it, younger than the log, and the same up to where the log was read. What
 * nobody has read yet is only there.
 */
final class Copies {

  private static final Logger LOG = LoggerFactory.getLogger(Copies.class);

  private Copies() {}

  /** What makes a file beside the log its copy. */
  @FunctionalInterface
  interface Test {
    boolean passes(FileSource file) throws IOException;
  }

  /**
   * The newest copy of the log at {@code home}, open; {@code null} when there is none.
   *
   * @param bornNanos when the log was born; without it no file is known to be younger
   */
  static @Nullable FileSource of(Opener opener, Path home, long bornNanos, Test test)
      throws IOException {
    // A clock may stand still over two births: only what is surely younger passes.
    long afterNanos = bornNanos == 0 ? 0 : bornNanos + 1;
    List<Path> younger = RotatedNames.bornBetween(home, afterNanos, Long.MAX_VALUE);
    for (int i = younger.size() - 1; i >= 0; i--) {
      FileSource file = openIf(opener, home, younger.get(i), test);
      if (file != null) {
        return file;
      }
    }
    return null;
  }

  private static @Nullable FileSource openIf(Opener opener, Path home, Path path, Test test)
      throws IOException {
    FileSource file = null;
    boolean passes = false;
    try {
      file = opener.openBeside(home, path);
      passes = test.passes(file);
      return passes ? file : null;
    } catch (NoSuchFileException e) {
      LOG.trace("{} was rotated on while we looked", path, e);
      return null;
    } finally {
      if (file != null && !passes) {
        file.close();
      }
    }
  }
}
