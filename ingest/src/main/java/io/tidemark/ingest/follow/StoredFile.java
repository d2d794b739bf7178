package io.tidemark.ingest.follow;

import io.tidemark.model.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds again the file that an earlier tailer has read, though it was renamed since. */
final class StoredFile {

  private static final Logger LOG = LoggerFactory.getLogger(StoredFile.class);

  private StoredFile() {}

  /** The file of a position: where it was, or under another name beside it. */
  static @Nullable FileOrigin of(Position position, Path seen) throws IOException {
    FileOrigin there = openIf(position, seen);
    if (there != null) {
      return there;
    }
    try (Stream<Path> beside = Files.list(seen.resolveSibling(""))) {
      for (Path path : (Iterable<Path>) beside.sorted()::iterator) {
        FileOrigin file = openIf(position, path);
        if (file != null) {
          return file;
        }
      }
    }
    return null;
  }

  private static @Nullable FileOrigin openIf(Position position, Path path) throws IOException {
    FileOrigin file = null;
    try {
      if (FileOrigin.key(FileOrigin.attributes(path)).equals(position.fileKey())) {
        file = FileOrigin.open(path);
        if (Ledger.fits(position, file)) {
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
