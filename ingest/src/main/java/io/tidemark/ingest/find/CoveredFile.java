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
import java.util.Objects;
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
}
