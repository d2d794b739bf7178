package io.tidemark.app.report;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/** A report's folder, {@code <name>_YYYYMMDD_HHMMSS}; one that exists is never written into. */
final class ReportFolder {

  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss");

  private ReportFolder() {}

  /** A new folder below {@code parent}; a second one of the same second gets a number. */
  static Path make(Path parent, String name, LocalDateTime now) throws IOException {
    try {
      Files.createDirectories(parent);
    } catch (IOException e) {
      throw new Refusal(
          "--out '%s' is no folder and cannot be made one (%s); want a folder that may be written"
              .formatted(parent, e.getClass().getSimpleName()));
    }
    String stamped = name + "_" + now.format(STAMP);
    for (int number = 1; ; number++) {
      try {
        return Files.createDirectory(
            parent.resolve(number == 1 ? stamped : stamped + "_" + number));
      } catch (FileAlreadyExistsException taken) {
        // The next number may be free.
      } catch (AccessDeniedException e) {
        throw new Refusal(
            "--out '%s' may not be written; want a folder that may be".formatted(parent));
      }
    }
  }
}
