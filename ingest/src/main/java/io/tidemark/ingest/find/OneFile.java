package io.tidemark.ingest.find;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** One named file; it may not be there yet. */
record OneFile(Path path) implements LogSpec {

  @Override
  public List<Path> files() {
    return Files.isRegularFile(path) ? List.of(path) : List.of();
  }

  @Override
  public boolean covers(Path other) {
    return path.equals(other);
  }
}
