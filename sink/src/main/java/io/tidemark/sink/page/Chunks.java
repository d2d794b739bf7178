package io.tidemark.sink.page;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A buffer of chunks, up to a bound. A socket copies each buffer it gets into memory outside the
 * heap, so one large array would need its size there again.
 */
final class Chunks extends OutputStream {

  private static final int CHUNK_BYTES = 64 * 1024;

  private final List<ByteBuffer> full = new ArrayList<>();
  private final long mostBytes;
  private byte[] last = new byte[1024];
  private int used;
  private long size;

  Chunks(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** The bound is passed. A writer may wrap this exception: see {@link #overflowed}. */
  private static final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooLarge() {
      super("too large to be held", null, false, false);
    }
  }

  @Override
  public void write(int one) {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    size += length;
    if (size > mostBytes) {
      throw new TooLarge();
    }
    int at = from;
    int left = length;
    while (left > 0) {
      makeRoom();
      int copied = Math.min(left, last.length - used);
      System.arraycopy(bytes, at, last, used, copied);
      used += copied;
      at += copied;
      left -= copied;
    }
  }

  private void makeRoom() {
    if (used < last.length) {
      return;
    }
    if (last.length < CHUNK_BYTES) {
      last = Arrays.copyOf(last, Math.min(CHUNK_BYTES, 4 * last.length));
    } else {
      full.add(ByteBuffer.wrap(last).asReadOnlyBuffer());
      last = new byte[CHUNK_BYTES];
      used = 0;
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
    all.add(ByteBuffer.wrap(last, 0, used).asReadOnlyBuffer());
    return all;
  }
}
