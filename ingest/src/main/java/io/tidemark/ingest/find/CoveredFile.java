package io.tidemark.ingest.find;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file that this tailer may read: its real path, free of links, below a folder that a LOG names.
 * Opening descends from that folder and follows no link. So nobody can put a link to another user's
 * file in its place between the check and the opening.
 *
 * @param key the file key that the opened file must have; {@code null} if no link led to it
 */
public record CoveredFile(Path root, Path real, @Nullable Object key) {

  private static final int MOST_LINKS = 40;
  private static final String OWNER = "unix:uid";
  private static final int ROOT = 0;

  /** Owner of every file whose user has no number in this user namespace: no one user. */
  private static final int OVERFLOW = 65534;

  public record Opened(FileChannel channel, BasicFileAttributes attributes) {}

  /**
   * Opens the file.
   *
   * @throws NoSuchFileException when no regular file is there
   */
  public Opened open() throws IOException {
    try (DirectoryStream<Path> folder = Files.newDirectoryStream(root)) {
      return open(secure(folder), root.relativize(real));
    }
  }

  private Opened open(SecureDirectoryStream<Path> folder, Path below) throws IOException {
    if (below.getNameCount() == 1) {
      return openFile(folder, below);
    }
    try (SecureDirectoryStream<Path> next =
        folder.newDirectoryStream(below.getName(0), LinkOption.NOFOLLOW_LINKS)) {
      return open(next, below.subpath(1, below.getNameCount()));
    }
  }

  private Opened openFile(SecureDirectoryStream<Path> folder, Path name) throws IOException {
    BasicFileAttributes before = attributes(folder, name);
    // Opening a pipe would block until a writer opens it.
    if (!before.isRegularFile()) {
      throw new NoSuchFileException(real.toString(), null, "no regular file");
    }
    SeekableByteChannel channel =
        folder.newByteChannel(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    boolean same = false;
    try {
      BasicFileAttributes after = attributes(folder, name);
      Object checked = key == null ? before.fileKey() : key;
      same = after.isRegularFile() && Objects.equals(checked, after.fileKey());
      if (!same || !(channel instanceof FileChannel file)) {
        throw new NoSuchFileException(real.toString(), null, "no regular file that stays");
      }
      return new Opened(file, after);
    } finally {
      if (!same) {
        channel.close();
      }
    }
  }

  private static BasicFileAttributes attributes(SecureDirectoryStream<Path> folder, Path name)
      throws IOException {
    return folder
        .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes();
  }

  private SecureDirectoryStream<Path> secure(DirectoryStream<Path> folder)
      throws FileSystemException {
    if (folder instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    throw new FileSystemException(root.toString(), null, "no way to open files below it safely");
  }

  /**
   * The file behind {@code path}; empty if an untrusted link is on the way. Links of root, of this
   * process, and of the owner of the file that they lead to are trusted. Another user's link to a
   * file of somebody else is not followed.
   */
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
