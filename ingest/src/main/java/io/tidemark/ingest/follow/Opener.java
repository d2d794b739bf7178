package io.tidemark.ingest.follow;

import io.tidemark.ingest.find.CoveredFile;
import io.tidemark.ingest.find.Finder;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Opens what the user's list of logs allows to be read, and nothing else. */
final class Opener {

  private final Finder finder;

  Opener(Finder finder) {
    this.finder = finder;
  }

  /** Whether the list names a log at this path. */
  boolean covers(Path path) {
    return finder.covers(path);
  }

  /**
   * Opens the log at {@code path}.
   *
   * @throws NoSuchFileException when no regular file is there that the list names
   */
  FileSource open(Path path) throws IOException {
    CoveredFile file =
        finder.real(path).orElseThrow(() -> new NoSuchFileException(path.toString()));
    return FileSource.open(path, file);
  }

  /**
   * Opens a file that the log at {@code home} was rotated to; links are not followed.
   *
   * @throws NoSuchFileException when no such file is there
   */
  FileSource openBeside(Path home, Path path) throws IOException {
    CoveredFile file =
        finder.beside(home, path).orElseThrow(() -> new NoSuchFileException(path.toString()));
    return FileSource.open(path, file);
  }
}
