package io.tidemark.ingest.find;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * Follows symbolic links of trusted owners: root, this process, or the owner of the target file.
 * Another user's link to a file of somebody else is not followed.
 */
final class TrustedLinks {

  private static final int MOST_LINKS = 8;
  private static final String OWNER = "unix:uid";
  private static final int ROOT = 0;

  private TrustedLinks() {}

  /** The real path of the file behind {@code path}; empty if an untrusted link is on the way. */
  static Optional<Path> follow(Path path) throws IOException {
    Path at = real(path);
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
      at = real(at.resolveSibling(Files.readSymbolicLink(at)));
    }
    return Optional.of(at);
  }

  /** Resolves links of the folder, but not of the file itself. */
  private static Path real(Path path) throws IOException {
    return path.resolveSibling("").toRealPath().resolve(path.getFileName());
  }

  private static Object owner(Path path) throws IOException {
    return Files.getAttribute(path, OWNER, LinkOption.NOFOLLOW_LINKS);
  }

  private static Object ourselves() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), OWNER);
  }
}
