package io.tidemark.ingest.find;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One named file, which may not exist yet.
 *
 * @param folder the real folder of the file
 */
record OneFile(Path path, Path folder) implements LogSpec {

  static OneFile of(Path path) throws IOException {
    return new OneFile(path, path.resolveSibling("").toRealPath());
  }

  @Override
  public Optional<String> pattern() {
    return Optional.empty();
  }

  @Override
  public String identity() {
    return path.toString();
  }

  @Override
  public Path root() {
    return folder;
  }

  @Override
  public List<Path> entries(Set<Path> visited) {
    visited.add(path.resolveSibling(""));
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(path)
        ? List.of(path)
        : List.of();
  }

  @Override
  public boolean covers(Path other) {
    return path.equals(other);
  }

  /** Its path without the links of its folder. */
  Path real() {
    return folder.resolve(path.getFileName());
  }

  @Override
  public Optional<Path> nameOf(Path real) {
    return real().equals(real) ? Optional.of(path) : Optional.empty();
  }

  @Override
  public Path written(Path covered) throws IOException {
    return covered.resolveSibling("").toRealPath().resolve(covered.getFileName());
  }

  @Override
  public boolean holds(Path realFolder) {
    return folder.equals(realFolder);
  }
}
