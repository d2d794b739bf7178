package io.tidemark.ingest.rotation;

import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.content.Unpacked;
import io.tidemark.ingest.find.CoveredFile;
import io.tidemark.ingest.find.Finder;
import io.tidemark.ingest.find.IoReason;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens only files that the user's list of logs allows.
 *
 * @param archives further folders that logs are rotated to
 * @param unreadable files beside logs that cannot be read now: they do not hide the others
 */
public record Opener(Finder finder, List<Path> archives, Complaints unreadable) {

  private static final Logger LOG = LoggerFactory.getLogger(Opener.class);

  public Opener(Finder finder, List<Path> archives) {
    this(finder, archives, new Complaints());
  }

  /** Whether the list names a log at this path. */
  public boolean covers(Path path) {
    return finder.covers(path);
  }

  /**
   * Opens the log at {@code path}.
   *
   * @throws NoSuchFileException when there is no regular file that the list names
   * @throws java.nio.file.FileSystemException when too many files are open
   */
  public FileSource open(Path path) throws IOException {
    CoveredFile file =
        finder.real(path).orElseThrow(() -> new NoSuchFileException(path.toString()));
    if (!finder.hasRoom()) {
      throw IoReason.exhausted(path);
    }
    return FileSource.open(path, file);
  }

  /**
   * Opens a file that the log at {@code home} was rotated to; links are not followed. A compressed
   * one is unpacked.
   *
   * @throws NoSuchFileException when no such file is there
   */
  public FileSource openBeside(Path home, Path path) throws IOException {
    Path folder = path.resolveSibling("");
    CoveredFile file;
    if (finder.covers(home) && archives.contains(folder)) {
      Path root = folder.toRealPath();
      file = new CoveredFile(root, root.resolve(path.getFileName()), null);
    } else {
      file = finder.beside(home, path).orElseThrow(() -> new NoSuchFileException(path.toString()));
    }
    return Unpacked.is(path) ? FileSource.unpacked(path, file) : FileSource.open(path, file);
  }

  /** The file beside the log at {@code home}; {@code null} if it cannot be opened now. */
  public @Nullable FileSource openIfThere(Path home, Path path) {
    return openIfThere(home, path, () -> {});
  }

  /**
   * The same.
   *
   * @param damaged runs if the file can be opened no better later
   */
  public @Nullable FileSource openIfThere(Path home, Path path, Runnable damaged) {
    try {
      return openBeside(home, path);
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

  /** Reports a file beside a log that cannot be read. */
  public void complain(Path path, IOException e) {
    unreadable.add(path, "cannot be read, though it may hold lines of a log: " + IoReason.of(e));
  }
}
