package io.tidemark.app.cli;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * Checks how many files this process may open, before other classes are loaded. Beyond the limit
 * jars cannot be opened, and the resulting missing classes hide the reason.
 */
final class OpenFiles {

  /** Room for about 60 jars and 500 files of a broker's partitions. */
  static final long WANTED = 1_024;

  private OpenFiles() {}

  /** Whether the limit is high enough; prints the remedy to standard error if not. */
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
