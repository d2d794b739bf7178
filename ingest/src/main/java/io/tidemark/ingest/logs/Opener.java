package io.tidemark.ingest.logs;

import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.content.Unpacked;
import io.tidemark.ingest.find.CoveredFile;
import io.tidemark.ingest.find.Finder;
import io.tidemark.ingest.find.IoReason;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * Opens only files that the user's list of logs allows.
 *
 * @param archives further folders that logs are rotated to
 */
public record Opener(Finder finder, List<Path> archives) {

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
    if (finder.covers(home) && archives.contains(folder)) {
      Path root = folder.toRealPath();
      return openRotated(path, new CoveredFile(root, root.resolve(path.getFileName()), null));
    }
    CoveredFile file =
        finder.beside(home, path).orElseThrow(() -> new NoSuchFileException(path.toString()));
    return openRotated(path, file);
  }

  private static FileSource openRotated(Path path, CoveredFile file) throws IOException {
    return Unpacked.is(path) ? FileSource.unpacked(path, file) : FileSource.open(path, file);
  }
}
