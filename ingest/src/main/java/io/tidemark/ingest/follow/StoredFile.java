package io.tidemark.ingest.follow;

import io.tidemark.model.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds again the file that an earlier tailer has read, though it was renamed since. */
final class StoredFile {

  private static final Logger LOG = LoggerFactory.getLogger(StoredFile.class);

  private StoredFile() {}

  /** The file of a position: at its log's path, or beside it under a name that the list allows. */
  static @Nullable FileSource of(Position position, Path home, Opener opener) throws IOException {
    Pattern rotated = RotatedNames.of(home.getFileName().toString());
    try (Stream<Path> beside = Files.list(home.resolveSibling(""))) {
      for (Path path : (Iterable<Path>) beside.sorted()::iterator) {
        boolean ours = rotated.matcher(path.getFileName().toString()).matches();
        FileSource file = ours || opener.covers(path) ? openIf(position, home, path, opener) : null;
        if (file != null) {
          return file;
        }
      }
    }
    return null;
  }

  private static @Nullable FileSource openIf(Position position, Path home, Path path, Opener opener)
      throws IOException {
    FileSource file = null;
    try {
      if (FileSource.key(FileSource.attributes(path)).equals(position.fileKey())) {
        file = opener.covers(path) ? opener.open(path) : opener.openBeside(home, path);
        if (CheckpointIndex.fits(position, file)) {
          return file;
        }
      }
    } catch (NoSuchFileException e) {
      LOG.trace("nothing at {}", path, e);
    }
    if (file != null) {
      file.close();
    }
    return null;
  }
}
