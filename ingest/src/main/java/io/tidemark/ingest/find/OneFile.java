package io.tidemark.ingest.find;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One named file, which may not exist yet. It may be a link, see {@link TrustedLinks}.
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
  public List<Path> files() {
    return Files.isRegularFile(path) ? List.of(path) : List.of();
  }

  @Override
  public boolean covers(Path other) {
    return path.equals(other);
  }

  @Override
  public Optional<CoveredFile> real(Path covered) throws IOException {
    return TrustedLinks.follow(covered).map(real -> new CoveredFile(real.resolveSibling(""), real));
  }

  @Override
  public boolean holds(Path realFolder) {
    return folder.equals(realFolder);
  }
}
