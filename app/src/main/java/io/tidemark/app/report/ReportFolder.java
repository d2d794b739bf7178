package io.tidemark.app.report;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * A report's folder, {@code <name>_YYYYMMDD_HHMMSS}, created on demand. An existing folder is never
 * written into.
 */
final class ReportFolder {

  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss");

  private final ReportParent parent;
  private final String stamped;
  private @Nullable Path made;

  ReportFolder(ReportParent parent, String name, LocalDateTime now) {
    this.parent = parent;
    this.stamped = name + "_" + now.format(STAMP);
  }

  /** Creates the folder below the parent; a second one within the same second gets a number. */
  Path path() {
    if (made == null) {
      made = make();
    }
    return made;
  }

  private Path make() {
    parent.make();
    for (int number = 1; ; number++) {
      try {
        return Files.createDirectory(
            parent.path().resolve(number == 1 ? stamped : stamped + "_" + number));
      } catch (FileAlreadyExistsException taken) {
        // The next number may be free.
      } catch (IOException e) {
        throw parent.refusal(e);
      }
    }
  }

  /**
   * Removes the folder and its files after a failure: an incomplete report looks like a complete
   * one.
   */
  void discard() throws IOException {
    if (made != null) {
      Utils.delete(made.toFile());
      made = null;
    }
  }
}
