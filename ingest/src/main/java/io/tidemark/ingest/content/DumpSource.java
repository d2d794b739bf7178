package io.tidemark.ingest.content;

import io.tidemark.model.log.FileStatus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The files of a module, concatenated to one document. They are complete; if one changes
 * nevertheless, the document ends there. A file is open only during a read, since there are many
 * modules.
 */
public final class DumpSource implements ByteSource, ContentPrints.Content {

  private static final String KEY = "dump:";
  private static final byte[] LINE_END = {'\n'};

  private final Path module;
  private final List<Part> parts;
  private final String fileKey;
  private final long size;

  /**
   * One file, or a line end that the preceding file lacks.
   *
   * @param start offset in the document
   */
  private record Part(FileShape file, boolean lineEnd, long start, long end) {}

  public DumpSource(Path module, List<FileShape> files) throws IOException {
    this.module = module;
    this.parts = new ArrayList<>();
    long at = 0;
    for (FileShape file : files) {
      parts.add(new Part(file, false, at, at + file.sizeBytes()));
      at += file.sizeBytes();
      if (file.sizeBytes() > 0 && !endsWithLineEnd(file)) {
        parts.add(new Part(file, true, at, at + 1));
        at++;
      }
    }
    this.size = at;
    this.fileKey = key(files);
  }

  /** The key that identifies the document: the same files, unchanged. */
  public static String key(List<FileShape> files) {
    return KEY + files.stream().map(FileShape::toString).collect(Collectors.joining(","));
  }

  /** Whether this file key is one of such a document. */
  public static boolean isKey(String fileKey) {
    return fileKey.startsWith(KEY);
  }

  private static boolean endsWithLineEnd(FileShape file) throws IOException {
    try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ)) {
      byte[] last = FileSource.bytesAt(channel, file.sizeBytes() - 1, 1);
      return last.length == 1 && last[0] == '\n';
    }
  }

  @Override
  public int read(long offset, byte[] into, int most) throws IOException {
    for (Part part : parts) {
      if (offset < part.end()) {
        long left = Math.min(most, part.end() - offset);
        return read(part, offset - part.start(), into, (int) left);
      }
    }
    return 0;
  }

  private static int read(Part part, long at, byte[] into, int most) throws IOException {
    if (part.lineEnd()) {
      System.arraycopy(LINE_END, 0, into, 0, 1);
      return 1;
    }
    try (FileChannel channel = FileChannel.open(part.file().path(), StandardOpenOption.READ)) {
      boolean stands = part.file().stands();
      return stands ? Math.max(0, channel.read(ByteBuffer.wrap(into, 0, most), at)) : 0;
    } catch (NoSuchFileException e) {
      // Removed in the meantime: the document ends there.
      return 0;
    }
  }

  @Override
  public Fingerprint before(long offset) throws IOException {
    int length = (int) Math.min(Fingerprint.BYTES, offset);
    byte[] bytes = new byte[length];
    int filled = 0;
    byte[] some = new byte[length];
    while (filled < length) {
      int n = read(offset - length + filled, some, length - filled);
      if (n == 0) {
        break;
      }
      System.arraycopy(some, 0, bytes, filled, n);
      filled += n;
    }
    return Fingerprint.NONE.plus(bytes, 0, filled);
  }

  @Override
  public Path path() {
    return module;
  }

  @Override
  public String fileKey() {
    return fileKey;
  }

  @Override
  public FileStatus status() {
    long newest = parts.stream().mapToLong(p -> p.file().changed().toMillis()).max().orElse(0);
    return FileStatus.reported(size, newest);
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public boolean closedByWriter() {
    return true;
  }

  @Override
  public void close() {}
}
