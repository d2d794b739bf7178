package io.tidemark.app;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * How many files this process may open. Where it is too few, classes of jars that cannot be opened
 * any more are not found, and nobody guesses the reason: so it is asked before any is loaded.
 */
final class OpenFiles {

  /** Our jars are sixty, and the files of a broker's partitions five hundred. */
  static final long WANTED = 1_024;

  private OpenFiles() {}

  /** Whether it is enough; says so on standard error where it is not. */
  static boolean enough() {
    return !(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix)
        || enough(unix.getMaxFileDescriptorCount());
  }

  private static boolean enough(long most) {
    if (most >= WANTED) {
      return true;
    }
    System.err.println(
        "tidemark: only "
            + most
            + " files may be open at once: want "
            + WANTED
            + " or more, e.g. ulimit -n "
            + WANTED);
    return false;
  }
}
