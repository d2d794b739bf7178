package io.tidemark.ingest.rotation;

import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.find.IoReason;
import io.tidemark.ingest.logs.Complaints;
import io.tidemark.ingest.logs.Opener;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the files beside logs. An unreadable file is reported and does not hide the others.
 *
 * @param unreadable files that cannot be read now
 */
public record CopyFiles(Opener opener, Complaints unreadable) {

  private static final Logger LOG = LoggerFactory.getLogger(CopyFiles.class);

  /** The file beside the log at {@code home}; {@code null} if it cannot be opened now. */
  @Nullable FileSource openIfThere(Path home, Path path) {
    return openIfThere(home, path, () -> {});
  }

  /**
   * The same.
   *
   * @param damaged runs if the file can be opened no better later
   */
  @Nullable FileSource openIfThere(Path home, Path path, Runnable damaged) {
    try {
      return opener.openBeside(home, path);
    } catch (NoSuchFileException e) {
      // Rotated again in the meantime, or in a folder that no LOG covers.
      LOG.trace("{} is not to be had", path, e);
      return null;
    } catch (IOException e) {
      if (!IoReason.isExhausted(e)) {
        damaged.run();
      }
      complain(path, e);
      return null;
    }
  }

  void complain(Path path, IOException e) {
    unreadable.add(path, "cannot be read, though it may hold lines of a log: " + IoReason.of(e));
  }
}
