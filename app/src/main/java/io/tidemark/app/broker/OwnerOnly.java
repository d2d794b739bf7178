package io.tidemark.app.broker;

import com.sun.security.auth.module.UnixSystem;
import io.tidemark.model.Refusal;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/**
 * Restricts files and folders to their owner. Nothing is checked on a file system without owners
 * and modes.
 */
public final class OwnerOnly {

  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("unix");

  private static final String FOLDER = "rwx------";
  private static final String FILE = "rw-------";

  private OwnerOnly() {}

  public static FileAttribute<?>[] file() {
    return attributes(FILE);
  }

  private static FileAttribute<?>[] attributes(String mode) {
    return POSIX
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))
        }
        : new FileAttribute<?>[0];
  }

  /** Creates the file if absent, and locks it until it is closed; empty if others hold it. */
  public static Optional<FileChannel> lock(Path path) throws IOException {
    FileChannel channel =
        FileChannel.open(path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), file());
    try {
      if (channel.tryLock() != null) {
        return Optional.of(channel);
      }
    } catch (OverlappingFileLockException heldByThisProcess) {
      // Refused like a lock of another process.
    }
    channel.close();
    return Optional.empty();
  }

  /** Creates the folder if absent; an existing one keeps its mode. */
  public static void create(Path folder) throws IOException {
    Files.createDirectories(folder, attributes(FOLDER));
  }

  /**
   * Creates the folder, or restricts an existing one to this user.
   *
   * @return the previous mode of an existing folder that others could use; else empty
   * @throws Refusal when it is a link, belongs to another user, or is writable by all users
   */
  static String folder(Path path) throws IOException {
    Path parent = path.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    try {
      Files.createDirectory(path, attributes(FOLDER));
      return "";
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(path)) {
        throw e;
      }
      return tightened(path, FOLDER);
    }
  }

  /**
   * Restricts an existing file to this user.
   *
   * @return its previous mode if others could use it; else empty
   * @throws Refusal when it is a link, belongs to another user, or is writable by all users
   */
  static String file(Path path) throws IOException {
    return tightened(path, FILE);
  }

  private static String tightened(Path path, String mode) throws IOException {
    if (!POSIX) {
      return "";
    }
    if (Files.isSymbolicLink(path)) {
      throw new Refusal(path + " is a symbolic link; name what it points to");
    }
    Object owner = Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    long user = new UnixSystem().getUid();
    if (!owner.toString().equals(String.valueOf(user))) {
      throw new Refusal(
          "%s belongs to user %s, this is user %d; name a place of your own"
              .formatted(path, owner, user));
    }
    Set<PosixFilePermission> found = Files.getPosixFilePermissions(path);
    String before = PosixFilePermissions.toString(found);
    if (found.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new Refusal(
          "%s has mode %s: every user can write there; name another place, or take that right away (chmod o-w) when nobody used it"
              .formatted(path, before));
    }
    Set<PosixFilePermission> wanted = PosixFilePermissions.fromString(mode);
    if (wanted.containsAll(found)) {
      return "";
    }
    Files.setPosixFilePermissions(path, wanted);
    return before;
  }
}
