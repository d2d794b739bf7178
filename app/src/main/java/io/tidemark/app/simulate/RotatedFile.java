package io.tidemark.app.simulate;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A log that is renamed to {@code NAME.1} at a given length and then begun again; an older file
 * with that name is replaced. Bytes written between two flushes stay in one file.
 */
public final class RotatedFile extends OutputStream {

  private final Path file;
  private final long rotateAt;
  private OutputStream out;
  private long length;

  /**
   * Appends to the file, which is created if absent.
   *
   * @param rotateAt length in bytes at which it is renamed
   */
  public RotatedFile(Path file, long rotateAt) throws IOException {
    this.file = file;
    this.rotateAt = rotateAt;
    out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    length = Files.size(file);
  }

  @Override
  public void write(int b) throws IOException {
    out.write(b);
    length++;
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    out.write(bytes, from, count);
    length += count;
  }

  @Override
  public void flush() throws IOException {
    out.flush();
    if (length >= rotateAt) {
      out.close();
      Files.move(
          file,
          file.resolveSibling(file.getFileName() + ".1"),
          StandardCopyOption.REPLACE_EXISTING);
      out = Files.newOutputStream(file);
      length = 0;
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
