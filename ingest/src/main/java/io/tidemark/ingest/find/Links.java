package io.tidemark.ingest.find;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Follows links of trusted owners: root, this process, or the owner of the file that they lead to.
 * Another user's link to a file of somebody else is not followed.
 */
final class Links {

  private static final int MOST_LINKS = 40;
  private static final String OWNER = "unix:uid";
  private static final int ROOT = 0;

  /** Owner of every file whose user has no number in this user namespace: no one user. */
  private static final int OVERFLOW = 65534;

  private Links() {}

  /** The file behind {@code path}; empty if an untrusted link is on the way. */
  static Optional<CoveredFile> follow(Path path) throws IOException {
    Path real = path.toRealPath();
    // Read at once: the file that is opened later must be the one whose owner was checked.
    Map<String, Object> target =
        Files.readAttributes(real, OWNER + ",fileKey", LinkOption.NOFOLLOW_LINKS);
    Object owner = Objects.requireNonNull(target.get("uid"));
    Deque<Path> rest = new ArrayDeque<>();
    path.forEach(rest::add);
    Path at = path.getRoot();
    int links = 0;
    while (!rest.isEmpty()) {
      Path next = at.resolve(rest.removeFirst()).normalize();
      if (!Files.isSymbolicLink(next)) {
        at = next;
      } else if (++links > MOST_LINKS || !isTrusted(owner(next), owner)) {
        return Optional.empty();
      } else {
        Path to = Files.readSymbolicLink(next);
        at = to.isAbsolute() ? to.getRoot() : at;
        List<Path> names = new ArrayList<>();
        to.forEach(names::add);
        names.addAll(rest);
        rest = new ArrayDeque<>(names);
      }
    }
    return at.equals(real)
        ? Optional.of(new CoveredFile(real.resolveSibling(""), real, target.get("fileKey")))
        : Optional.empty();
  }

  private static boolean isTrusted(Object linkOwner, Object targetOwner) throws IOException {
    return linkOwner.equals(ROOT)
        || isOne(linkOwner, owner(Path.of("/proc/self")))
        || isOne(linkOwner, targetOwner);
  }

  private static boolean isOne(Object owner, Object other) {
    return owner.equals(other) && !owner.equals(OVERFLOW);
  }

  /** A file of the same owner beside the target of a link, or in a folder there. */
  static Optional<CoveredFile> beside(CoveredFile target, Path path) throws IOException {
    Path folder = target.root();
    if (!path.startsWith(folder) || folder.relativize(path).getNameCount() > 2) {
      return Optional.empty();
    }
    Map<String, Object> its =
        Files.readAttributes(path, OWNER + ",fileKey", LinkOption.NOFOLLOW_LINKS);
    return isOne(owner(target.real()), Objects.requireNonNull(its.get("uid")))
        ? Optional.of(new CoveredFile(folder, path, its.get("fileKey")))
        : Optional.empty();
  }

  private static Object owner(Path path) throws IOException {
    return Files.getAttribute(path, OWNER, LinkOption.NOFOLLOW_LINKS);
  }
}
