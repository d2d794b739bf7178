package io.tidemark.sink.history;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Samples on their way from the order of time to the order of series: chunks of one series each, in
 * a file that is gone when it is closed. Memory holds a chunk and the places of the others per
 * series, never the samples.
 */
final class SampleSpool implements AutoCloseable {

  private static final int SAMPLE_BYTES = Long.BYTES + Double.BYTES;
  static final int CHUNK_SAMPLES = 128;

  private final Path path;
  private final FileChannel file;
  private long end;

  /** A file in {@code folder}, where there is room for the result, too. */
  SampleSpool(Path folder) throws IOException {
    this.path = Files.createTempFile(folder, "tidemark-", ".samples");
    this.file =
        FileChannel.open(
            path,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
  }

  /** The samples of one series. */
  final class Line {

    private final ByteBuffer open = ByteBuffer.allocate(CHUNK_SAMPLES * SAMPLE_BYTES);
    private long[] places = new long[1];
    private int chunks;

    void add(long millis, double value) throws IOException {
      open.putLong(millis).putDouble(value);
      if (!open.hasRemaining()) {
        spill();
      }
    }

    private void spill() throws IOException {
      if (chunks == places.length) {
        places = Arrays.copyOf(places, 2 * chunks);
      }
      places[chunks++] = end;
      open.flip();
      while (open.hasRemaining()) {
        end += file.write(open, end);
      }
      open.clear();
    }

    /** Every sample in the order it was added. */
    void each(Taker taker) throws IOException {
      ByteBuffer chunk = ByteBuffer.allocate(CHUNK_SAMPLES * SAMPLE_BYTES);
      for (int i = 0; i < chunks; i++) {
        chunk.clear();
        long at = places[i];
        while (chunk.hasRemaining()) {
          at += file.read(chunk, at);
        }
        each(chunk.flip(), taker);
      }
      each(open.duplicate().flip(), taker);
    }

    private static void each(ByteBuffer samples, Taker taker) throws IOException {
      while (samples.hasRemaining()) {
        taker.take(samples.getLong(), samples.getDouble());
      }
    }
  }

  /** Where samples go. */
  interface Taker {
    void take(long millis, double value) throws IOException;
  }

  @Override
  public void close() throws IOException {
    file.close();
    Files.deleteIfExists(path);
  }
}
