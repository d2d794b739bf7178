package io.tidemark.ingest.content;

import io.tidemark.ingest.find.CoveredFile;
import io.tidemark.model.log.FileStatus;
import io.tidemark.model.log.Slice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An open file. While it is open, its inode number cannot be given to another file, so the key
 * alone identifies it. Across restarts birth time and {@link Fingerprint} must agree, too.
 */
public final class FileSource implements ByteSource, ContentPrints.Content {

  /** Up to this length, two files are compared byte by byte. */
  private static final int WHOLE_BYTES = 64 * 1024;

  /** Holes are punched, and beginnings collapsed, in whole blocks of the file system. */
  static final int BLOCK_BYTES = 4096;

  private static final Pattern DEVICE = Pattern.compile("dev=[0-9a-f]+,");

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
    return of(path, opened.channel(), opened.attributes(), file);
  }

  /**
   * Opens a compressed file, which no program writes any more, with its content unpacked.
   *
   * @throws NoSuchFileException when no regular file is there
   */
  public static FileSource unpacked(Path path, CoveredFile file) throws IOException {
    CoveredFile.Opened packed = file.open();
    return of(path, Unpacked.of(path, packed.channel()), packed.attributes(), file);
  }

  private static FileSource of(
      Path path, FileChannel channel, BasicFileAttributes attributes, CoveredFile file)
      throws IOException {
    try {
      return new FileSource(path, channel, attributes, bornNanos(attributes, file.real()));
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Whether the file was born at this time, or one of both times is unknown. File systems reuse
   * inode numbers, so a key alone does not identify a file that was closed.
   */
  public boolean mayBeBorn(long nanos) {
    return nanos == 0 || bornNanos == 0 || nanos == bornNanos;
  }

  public static BasicFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class);
  }

  /** Device and inode; the birth time where the system has no file keys. */
  public static String key(BasicFileAttributes attributes) {
    return Objects.requireNonNullElse(attributes.fileKey(), attributes.creationTime()).toString();
  }

  /**
   * Whether two keys have one inode number. The device number alone changes with a new mount or
   * another start of the system.
   */
  public static boolean isOneInode(String one, String other) {
    return anyDevice(one).equals(anyDevice(other));
  }

  /** The key of the file at this path now; {@code null} if there is none. */
  public static @Nullable String keyAt(Path path) throws IOException {
    try {
      return key(attributes(path));
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** The key without its device number. */
  public static String anyDevice(String fileKey) {
    return DEVICE.matcher(fileKey).replaceAll("");
  }

  /**
   * Birth time, 0 where the file system has none. Such a file system reports the time of the last
   * change instead. The folder shows this, since its own time changed when the file was created.
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

  /** The start of the last line, which may be unfinished; its end if it exceeds the size limit. */
  public ReadPosition end() throws IOException {
    long size = channel.size();
    int length = (int) Math.min(size, Slice.MAX_LINE_BYTES);
    byte[] last = bytesAt(channel, size - length, length);
    int at = last.length;
    while (at > 0 && last[at - 1] != '\n') {
      at--;
    }
    long start = at == 0 && size > length ? size : size - length + at;
    return positionAt(start);
  }

  @Override
  public Fingerprint before(long offset) throws IOException {
    return Fingerprint.before(channel, offset);
  }

  /** The position at this offset, where a generation of the file begins. */
  public ReadPosition positionAt(long offset) throws IOException {
    return new ReadPosition(offset, 0, before(offset));
  }

  public FileChannel channel() {
    return channel;
  }

  @Override
  public Path path() {
    return path;
  }

  public boolean beginsWith(FileSource other) throws IOException {
    long size = other.size();
    if (channel.size() < size) {
      return false;
    }
    int first = (int) Math.min(size, WHOLE_BYTES);
    return Arrays.equals(bytesAt(channel, 0, first), bytesAt(other.channel, 0, first))
        && other.before(size).stands(channel, size)
        && ContentPrints.of(other, size).agree(this, size);
  }

  /** Time of the last change, by the clock of its file system. */
  public long changedMillis() throws IOException {
    return attributes(path).lastModifiedTime().toMillis();
  }

  /** Decides whether it takes over a file. */
  @FunctionalInterface
  public interface Taker {
    boolean takes(FileSource file) throws IOException;
  }

  /** Closes itself unless it is taken: leaving each file open would exhaust the descriptors. */
  public boolean offer(Taker taker) throws IOException {
    boolean taken = false;
    try {
      taken = taker.takes(this);
      return taken;
    } finally {
      if (!taken) {
        ByteSource.close(this);
      }
    }
  }

  /** Whether its path leads to another file or to none. */
  public boolean isLost() {
    try {
      return !key(attributes(path)).equals(fileKey);
    } catch (NoSuchFileException e) {
      // Renamed or removed, so the file is lost.
      return true;
    } catch (IOException e) {
      // An unmounted file system does not mean that its files were removed.
      return isBelowAFile(path);
    }
  }

  /** Whether a former folder on the path is a file now; the exception does not show this. */
  private static boolean isBelowAFile(Path path) {
    for (Path folder = path.getParent(); folder != null; folder = folder.getParent()) {
      try {
        return !attributes(folder).isDirectory();
      } catch (IOException e) {
        // Only a parent folder can decide it.
      }
    }
    return false;
  }

  /** Records the present path of the file, unless its known path is still valid. */
  public void seenAt(Path now) {
    if (!now.equals(path) && isLost()) {
      path = now;
    }
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
  public boolean closedByWriter() {
    return Unpacked.is(path);
  }

  @Override
  public @Nullable FileStatus status() {
    try {
      BasicFileAttributes now = attributes(path);
      // The path may lead to another file by now.
      long changedMillis = key(now).equals(fileKey) ? now.lastModifiedTime().toMillis() : 0;
      return FileStatus.reported(channel.size(), changedMillis);
    } catch (IOException e) {
      // Renamed, or on an unmounted file system: the next read shows which.
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
  public void close() throws IOException {
    channel.close();
  }
}
