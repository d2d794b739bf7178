package io.tidemark.sink.page;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * A body on its way to a client, which measures how long the client lets writing wait. The time
 * that it takes to make the body does not count.
 */
final class PacedStream extends FilterOutputStream {

  private static final long NOT_WRITING = Long.MIN_VALUE;

  private final Pace pace;
  private long writtenBytes;
  private long waitedNanos;
  private long sinceNanos = NOT_WRITING;

  /**
   * How slowly a client may read.
   *
   * @param grace for which writing may wait in all, whatever was read
   * @param bytesPerSecond each so many bytes that were read are a second more
   */
  record Pace(Duration grace, long bytesPerSecond) {
    static final Pace DEFAULT = new Pace(Duration.ofSeconds(10), 256 * 1024);
  }

  PacedStream(OutputStream out, Pace pace) {
    super(out);
    this.pace = pace;
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    begin();
    try {
      out.write(bytes, from, length);
    } finally {
      end(length);
    }
  }

  @Override
  public void close() throws IOException {
    begin();
    try {
      out.close();
    } finally {
      end(0);
    }
  }

  private synchronized void begin() {
    sinceNanos = System.nanoTime();
  }

  private synchronized void end(int length) {
    waitedNanos += System.nanoTime() - sinceNanos;
    sinceNanos = NOT_WRITING;
    writtenBytes += length;
  }

  /** Whether writing has waited longer for the client than what it read allows. */
  synchronized boolean tooSlow() {
    long now = sinceNanos == NOT_WRITING ? 0 : System.nanoTime() - sinceNanos;
    double seconds = (double) writtenBytes / pace.bytesPerSecond();
    return (waitedNanos + now) / 1e9 > pace.grace().toNanos() / 1e9 + seconds;
  }
}
