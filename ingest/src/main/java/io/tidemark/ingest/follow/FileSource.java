package io.tidemark.ingest.follow;

import io.tidemark.ingest.find.CoveredFile;
import io.tidemark.model.Slice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * An open file. While it is open its inode number cannot be given to another file, so the key alone
 * tells it apart; across restarts birth time and {@link Fingerprint} must agree, too.
 */
final class FileSource implements ByteSource {

  private final FileChannel channel;
  private final String fileKey;
  private final long latestBirthNanos;
  private long bornNanos;
  private Path path;

  private FileSource(Path path, FileChannel channel, BasicFileAttributes attributes) {
    this.path = path;
    this.channel = channel;
    this.fileKey = key(attributes);
    this.bornNanos = bornNanos(attributes);
    this.latestBirthNanos = attributes.creationTime().to(TimeUnit.NANOSECONDS);
  }

  /**
   * Opens a file that is known by {@code path}.
   *
   * @throws NoSuchFileException when no regular file is there
   */
  static FileSource open(Path path, CoveredFile file) throws IOException {
    CoveredFile.Opened opened = file.open();
    return new FileSource(path, opened.channel(), opened.attributes());
  }

  static BasicFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class);
  }

  /** Device and inode; where the system has no such thing, the birth time must do. */
  static String key(BasicFileAttributes attributes) {
    return Objects.requireNonNullElse(attributes.fileKey(), attributes.creationTime()).toString();
  }

  /** A file system without birth times shows the time of the last change in their place. */
  private static long bornNanos(BasicFileAttributes attributes) {
    FileTime born = attributes.creationTime();
    return born.equals(attributes.lastModifiedTime()) ? 0 : born.to(TimeUnit.NANOSECONDS);
  }

  /** Up to {@code length} bytes at {@code offset}, fewer at the end of the file. */
  static byte[] bytesAt(FileChannel file, long offset, int length) throws IOException {
    ByteBuffer into = ByteBuffer.allocate(length);
    while (into.hasRemaining() && file.read(into, offset + into.position()) > 0) {}
    return into.hasRemaining() ? Arrays.copyOf(into.array(), into.position()) : into.array();
  }

  /** The start of the last line, which may be unfinished; of one beyond all limits, its end. */
  ReadPosition end() throws IOException {
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

  FileChannel channel() {
    return channel;
  }

  Path path() {
    return path;
  }

  /** It was born then, or before where the file system has no birth times. */
  long latestBirthNanos() {
    return latestBirthNanos;
  }

  /** The file is found under this name now, unless it still has the name it is known by. */
  void seenAt(Path now) {
    if (!now.equals(path) && !isAt(path)) {
      path = now;
    }
  }

  private boolean isAt(Path asked) {
    try {
      return key(attributes(asked)).equals(fileKey);
    } catch (IOException e) {
      // It cannot be looked at under that name, which is what was asked.
      return false;
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
    if (bornNanos == 0) {
      // Just made, it was as old as its last change; by now it may be older.
      try {
        BasicFileAttributes now = attributes(path);
        bornNanos = key(now).equals(fileKey) ? bornNanos(now) : 0;
      } catch (IOException e) {
        // It cannot be asked any more, so its birth stays unknown.
        return 0;
      }
    }
    return bornNanos;
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
  public boolean closedByWriter() {
    return false;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
