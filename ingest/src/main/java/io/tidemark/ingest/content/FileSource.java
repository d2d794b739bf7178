package io.tidemark.ingest.content;

import io.tidemark.ingest.find.CoveredFile;
import io.tidemark.model.FileStatus;
import io.tidemark.model.Slice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An open file. While it is open its inode number cannot be given to another file, so the key alone
 * identifies it; across restarts birth time and {@link Fingerprint} must agree, too.
 */
public final class FileSource implements ByteSource {

  /** So many first bytes of two files are compared one by one. */
  private static final int WHOLE_BYTES = 64 * 1024;

  private final FileChannel channel;
  private final String fileKey;
  private final long bornNanos;
  private Path path;

  private FileSource(Path path, FileChannel channel, BasicFileAttributes attributes, long born) {
    this.path = path;
    this.channel = channel;
    this.fileKey = key(attributes);
    this.bornNanos = born;
  }

  /**
   * Opens a file that is known by {@code path}.
   *
   * @throws NoSuchFileException when no regular file is there
   */
  public static FileSource open(Path path, CoveredFile file) throws IOException {
    CoveredFile.Opened opened = file.open();
    return new FileSource(
        path, opened.channel(), opened.attributes(), bornNanos(opened.attributes(), file.real()));
  }

  public static BasicFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class);
  }

  /** Device and inode; where the system has no such thing, the birth time must do. */
  public static String key(BasicFileAttributes attributes) {
    return Objects.requireNonNullElse(attributes.fileKey(), attributes.creationTime()).toString();
  }

  /**
   * Birth time, 0 where the file system has none: it shows the time of the last change in its
   * place, also of the folder, which changed when the file came.
   */
  private static long bornNanos(BasicFileAttributes file, Path real) throws IOException {
    BasicFileAttributes folder = attributes(real.resolveSibling(""));
    boolean known =
        !file.creationTime().equals(file.lastModifiedTime())
            || !folder.creationTime().equals(folder.lastModifiedTime());
    return known ? file.creationTime().to(TimeUnit.NANOSECONDS) : 0;
  }

  /** Up to {@code length} bytes at {@code offset}, fewer at the end of the file. */
  public static byte[] bytesAt(FileChannel file, long offset, int length) throws IOException {
    ByteBuffer into = ByteBuffer.allocate(length);
    while (into.hasRemaining() && file.read(into, offset + into.position()) > 0) {}
    return into.hasRemaining() ? Arrays.copyOf(into.array(), into.position()) : into.array();
  }

  /** The start of the last line, which may be unfinished; of one beyond all limits, its end. */
  public ReadPosition end() throws IOException {
    long size = channel.size();
    int length = (int) Math.min(size, Slice.MAX_LINE_BYTES);
    byte[] last = bytesAt(channel, size - length, length);
    int at = last.length;
    while (at > 0 && last[at - 1] != '\n') {
      at--;
    }
    long start = at == 0 && size > length ? size : size - length + at;
    return new ReadPosition(start, 0, Fingerprint.before(channel, start));
  }

  public FileChannel channel() {
    return channel;
  }

  public Path path() {
    return path;
  }

  /** Whether it holds, from its start on, all that the other one holds. */
  public boolean beginsWith(FileSource other) throws IOException {
    long size = other.size();
    if (channel.size() < size) {
      return false;
    }
    int first = (int) Math.min(size, WHOLE_BYTES);
    return Arrays.equals(bytesAt(channel, 0, first), bytesAt(other.channel, 0, first))
        && Fingerprint.before(other.channel, size).stands(channel, size)
        && ContentPrints.of(other, size).agree(this, size);
  }

  /** When it was changed last, by the clock of its file system. */
  public long changedMillis() throws IOException {
    return attributes(path).lastModifiedTime().toMillis();
  }

  /** Its path leads to it no more: to another file, or to none. */
  public boolean isLost() {
    try {
      return !key(attributes(path)).equals(fileKey);
    } catch (NoSuchFileException e) {
      // Renamed or removed, which is what was asked.
      return true;
    } catch (IOException e) {
      // A mount that is away says nothing of its files.
      return isBelowAFile(path);
    }
  }

  /** What was a folder on the way is a file now; the error itself does not say so. */
  private static boolean isBelowAFile(Path path) {
    for (Path folder = path.getParent(); folder != null; folder = folder.getParent()) {
      Optional<Boolean> file = isFile(folder);
      if (file.isPresent()) {
        return file.get();
      }
    }
    return false;
  }

  /** Empty where only a folder above it may say so. */
  private static Optional<Boolean> isFile(Path folder) {
    try {
      return Optional.of(!attributes(folder).isDirectory());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The file is found under this name now, unless it still has the name it is known by. */
  public void seenAt(Path now) {
    if (!now.equals(path) && isLost()) {
      path = now;
    }
  }

  @Override
  public String label() {
    return path.toString();
  }

  @Override
  public String uri() {
    return path.toUri().toString();
  }

  @Override
  public String fileKey() {
    return fileKey;
  }

  @Override
  public long bornNanos() {
    return bornNanos;
  }

  @Override
  public @Nullable FileStatus status() {
    try {
      BasicFileAttributes now = attributes(path);
      // Another file may be found under its path by now.
      long changedMillis = key(now).equals(fileKey) ? now.lastModifiedTime().toMillis() : 0;
      return FileStatus.reported(channel.size(), changedMillis);
    } catch (IOException e) {
      // Renamed, or on a mount that is away: the next read shows it.
      return null;
    }
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public int read(long offset, byte[] into, int most) throws IOException {
    return Math.max(0, channel.read(ByteBuffer.wrap(into, 0, most), offset));
  }

  @Override
  public boolean holds(Fingerprint tail, long offset) throws IOException {
    return tail.stands(channel, offset);
  }

  @Override
  public boolean fits(String marker, long offset) throws IOException {
    return Fingerprint.fits(marker, channel, offset);
  }

  @Override
  public boolean atEnd() {
    return true;
  }

  @Override
  public boolean isRepeatable() {
    return true;
  }

  @Override
  public boolean closedByWriter() {
    return false;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
