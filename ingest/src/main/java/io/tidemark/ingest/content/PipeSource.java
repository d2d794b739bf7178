package io.tidemark.ingest.content;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Standard input. A read of it cannot be interrupted, so a daemon thread reads and hands over a
 * bounded number of chunks. Bytes can be read only once.
 */
public final class PipeSource implements ByteSource {

  public static final String NAME = "stdin";

  private static final int CHUNK_BYTES = 64 * 1024;
  private static final int MAX_CHUNKS = 16;
  private static final byte[] END = {};

  private final BlockingQueue<byte[]> chunks = new ArrayBlockingQueue<>(MAX_CHUNKS);
  private volatile @Nullable IOException failure;
  private byte[] rest = END;
  private long handedOut;
  private boolean over;

  public PipeSource(InputStream in) {
    Thread thread = new Thread(() -> pump(in), "tidemark-stdin");
    thread.setDaemon(true);
    thread.start();
  }

  private void pump(InputStream in) {
    try {
      byte[] buffer = new byte[CHUNK_BYTES];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        if (n > 0) {
          chunks.put(Arrays.copyOf(buffer, n));
        }
      }
      chunks.put(END);
    } catch (IOException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public int read(long offset, byte[] into, int most) throws IOException {
    int n = 0;
    // Chunks at hand are returned before a failure is thrown.
    while (n < most && (rest.length > 0 || more(n))) {
      int taken = Math.min(rest.length, most - n);
      System.arraycopy(rest, 0, into, n, taken);
      rest = Arrays.copyOfRange(rest, taken, rest.length);
      n += taken;
    }
    handedOut += n;
    return n;
  }

  private boolean more(int atHand) throws IOException {
    // Read before the queue: a chunk that preceded the failure is then in the queue.
    IOException failed = failure;
    byte[] next = over ? null : chunks.poll();
    if (next == null && failed != null && atHand == 0) {
      throw failed;
    }
    if (next == null) {
      return false;
    }
    over = next.length == 0;
    rest = next;
    return !over;
  }

  @Override
  public boolean atEnd() {
    return over;
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }

  @Override
  public boolean closedByWriter() {
    return over;
  }

  @Override
  public long size() {
    return handedOut + rest.length;
  }

  @Override
  public void close() {}
}
