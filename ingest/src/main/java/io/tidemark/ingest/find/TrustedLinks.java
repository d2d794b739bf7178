package io.tidemark.ingest.find;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * Follows links as far as their owners may lead: a link counts when it is owned by root, by this
 * process, or by the owner of the file behind it. Another user's link to a file that is not theirs
 * leads nowhere.
 */
final class TrustedLinks {

  private static final int MOST_LINKS = 8;
  private static final String OWNER = "unix:uid";
  private static final int ROOT = 0;

  private TrustedLinks() {}

  /** The real path of the file behind {@code path}; empty where an untrusted link is on the way. */
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

  /** Its folder free of links, itself as it is. */
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
