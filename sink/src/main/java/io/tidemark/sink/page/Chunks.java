package io.tidemark.sink.page;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A buffer of chunks, up to a bound. A socket copies each buffer it gets into memory outside the
 * heap, so one large array would need its size there again.
 */
final class Chunks extends OutputStream {

  private static final int CHUNK_BYTES = 64 * 1024;

  private final List<ByteBuffer> full = new ArrayList<>();
  private final long mostBytes;
  private final ByteArrayOutputStream last = new ByteArrayOutputStream(1024);
  private long size;

  Chunks(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  @Override
  public void write(int one) {
    write(new byte[] {(byte) one}, 0, 1);
  }

  /**
   * @throws BufferOverflowException when the bound is passed; a writer may wrap it: see {@link
   *     #overflowed}
   */
  @Override
  public void write(byte[] bytes, int from, int length) {
    size += length;
    if (size > mostBytes) {
      throw new BufferOverflowException();
    }
    int end = from + length;
    for (int at = from; at < end; ) {
      if (last.size() == CHUNK_BYTES) {
        full.add(ByteBuffer.wrap(last.toByteArray()).asReadOnlyBuffer());
        last.reset();
      }
      int copied = Math.min(end - at, CHUNK_BYTES - last.size());
      last.write(bytes, at, copied);
      at += copied;
    }
  }

  boolean overflowed() {
    return size > mostBytes;
  }

  long size() {
    return size;
  }

  /** All chunks in order; at least one. */
  List<ByteBuffer> buffers() {
    List<ByteBuffer> all = new ArrayList<>(full);
    all.add(ByteBuffer.wrap(last.toByteArray()).asReadOnlyBuffer());
    return all;
  }
}
