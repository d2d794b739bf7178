package io.tidemark.sink.history;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The samples of one series, in the order they were added. Memory holds the newest of them; the
 * others are in the spool, chunk by chunk, and memory holds their places.
 */
final class SampleLine {

  private static final int SAMPLE_BYTES = Long.BYTES + Double.BYTES;
  private static final int FIRST_SAMPLES = 4;
  static final int CHUNK_SAMPLES = 128;

  private final SampleSpool spool;
  private ByteBuffer open = ByteBuffer.allocate(FIRST_SAMPLES * SAMPLE_BYTES);
  private long[] places = new long[0];
  private int chunks;

  SampleLine(SampleSpool spool) {
    this.spool = spool;
  }

  void add(long millis, double value) throws IOException {
    if (!open.hasRemaining()) {
      makeRoom();
    }
    open.putLong(millis).putDouble(value);
  }

  private void makeRoom() throws IOException {
    open.flip();
    if (open.capacity() < CHUNK_SAMPLES * SAMPLE_BYTES) {
      open = ByteBuffer.allocate(2 * open.capacity()).put(open);
      return;
    }
    if (chunks == places.length) {
      places = Arrays.copyOf(places, Math.max(4, 2 * chunks));
    }
    places[chunks++] = spool.append(open);
    open.clear();
  }

  /** Every sample in the order it was added. */
  void each(Receiver receiver) throws IOException {
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK_SAMPLES * SAMPLE_BYTES);
    for (int i = 0; i < chunks; i++) {
      spool.read(chunk.clear(), places[i]);
      each(chunk.flip(), receiver);
    }
    each(open.duplicate().flip(), receiver);
  }

  private static void each(ByteBuffer samples, Receiver receiver) throws IOException {
    while (samples.hasRemaining()) {
      receiver.accept(samples.getLong(), samples.getDouble());
    }
  }

  /** Receives samples. */
  interface Receiver {
    void accept(long millis, double value) throws IOException;
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(chunks);
    for (int i = 0; i < chunks; i++) {
      out.writeLong(places[i]);
    }
    out.writeInt(open.position());
    out.write(open.array(), 0, open.position());
  }

  static SampleLine read(SampleSpool spool, DataInputStream in) throws IOException {
    SampleLine line = new SampleLine(spool);
    line.chunks = in.readInt();
    line.places = new long[line.chunks];
    for (int i = 0; i < line.chunks; i++) {
      line.places[i] = in.readLong();
    }
    byte[] tail = in.readNBytes(in.readInt());
    line.open = ByteBuffer.wrap(tail).position(tail.length);
    return line;
  }
}
