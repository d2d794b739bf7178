package io.tidemark.sink.history;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Temporary file of {@link SampleLine}s and sorted segments, to reorder samples from time to
 * series. It is deleted when closed.
 */
final class SampleSpool implements AutoCloseable {

  private static final int READ_BYTES = 4_096;

  private final Path path;
  private final FileChannel file;
  private long end;

  /** Creates the file in {@code folder}, which also has room for the result. */
  SampleSpool(Path folder) throws IOException {
    this.path = Files.createTempFile(folder, "tidemark-", ".samples");
    this.file =
        FileChannel.open(
            path,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
  }

  /** The offset of the next byte. */
  long end() {
    return end;
  }

  /** Appends the remaining bytes of the buffer; returns their offset. */
  long append(ByteBuffer bytes) throws IOException {
    long begin = end;
    while (bytes.hasRemaining()) {
      end += file.write(bytes, end);
    }
    return begin;
  }

  /** Fills the buffer from this offset on. */
  void read(ByteBuffer bytes, long from) throws IOException {
    long at = from;
    while (bytes.hasRemaining()) {
      int read = file.read(bytes, at);
      if (read < 0) {
        throw new EOFException("spool " + path + " ends at byte " + at);
      }
      at += read;
    }
  }

  /** A stream that appends; until it is closed, nothing else may be appended. */
  DataOutputStream writer() {
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int single) throws IOException {
            append(ByteBuffer.wrap(new byte[] {(byte) single}));
          }

          @Override
          public void write(byte[] bytes, int offset, int length) throws IOException {
            append(ByteBuffer.wrap(bytes, offset, length));
          }
        };
    return new DataOutputStream(new BufferedOutputStream(out, 1 << 16));
  }

  /** Reads from this offset to the present end. */
  DataInputStream reader(long from) {
    InputStream in =
        new InputStream() {
          private long at = from;

          @Override
          public int read() throws IOException {
            byte[] single = new byte[1];
            return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
          }

          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = file.read(ByteBuffer.wrap(bytes, offset, length), at);
            at += Math.max(0, read);
            return read;
          }
        };
    return new DataInputStream(new BufferedInputStream(in, READ_BYTES));
  }

  @Override
  public void close() throws IOException {
    file.close();
    Files.deleteIfExists(path);
  }
}
