package io.tidemark.ingest.find;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;

/**
 * One named file, which may not exist yet. It may be a link of a trusted owner: root, this process,
 * or the owner of the target file. Another user's link to a file of somebody else is not followed.
 *
 * @param folder the real folder of the file
 */
record OneFile(Path path, Path folder) implements LogSpec {

  private static final int MOST_LINKS = 8;
  private static final String OWNER = "unix:uid";
  private static final int ROOT = 0;

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
    return follow(covered).map(real -> new CoveredFile(real.resolveSibling(""), real));
  }

  @Override
  public boolean holds(Path realFolder) {
    return folder.equals(realFolder);
  }

  /** The real path of the file behind {@code path}; empty if an untrusted link is on the way. */
  private static Optional<Path> follow(Path path) throws IOException {
    Path at = resolved(path);
    if (Files.readAttributes(at, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .isRegularFile()) {
      return Optional.of(at);
    }
    Object owner = owner(path.toRealPath());
    for (int links = 0; Files.isSymbolicLink(at); links++) {
      Object linkOwner = owner(at);
      boolean trusted =
          linkOwner.equals(ROOT) || linkOwner.equals(ourselves()) || linkOwner.equals(owner);
      if (!trusted || links == MOST_LINKS) {
        return Optional.empty();
      }
      at = resolved(at.resolveSibling(Files.readSymbolicLink(at)));
    }
    return Optional.of(at);
  }

  /** Resolves links of the folder, but not of the file itself. */
  private static Path resolved(Path path) throws IOException {
    return path.resolveSibling("").toRealPath().resolve(path.getFileName());
  }

  private static Object owner(Path path) throws IOException {
    return Files.getAttribute(path, OWNER, LinkOption.NOFOLLOW_LINKS);
  }

  private static Object ourselves() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), OWNER);
  }
}
