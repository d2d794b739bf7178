package io.tidemark.sink.page;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * The stream of a body. It measures how long writing waits for the client; the time to render the
 * body does not count.
 */
final class PacedStream extends FilterOutputStream {

  private static final long NOT_WRITING = Long.MIN_VALUE;

  private final Pace pace;
  private long writtenBytes;
  private long waitedNanos;
  private long sinceNanos = NOT_WRITING;

  /**
   * The slowest speed of a client.
   *
   * @param grace time that writing may wait in total, however little was read
   * @param bytesPerSecond this many bytes read add a second
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

  /** Whether writing has waited longer for the client than its read bytes allow. */
  synchronized boolean tooSlow() {
    long now = sinceNanos == NOT_WRITING ? 0 : System.nanoTime() - sinceNanos;
    double seconds = (double) writtenBytes / pace.bytesPerSecond();
    return (waitedNanos + now) / 1e9 > pace.grace().toNanos() / 1e9 + seconds;
  }
}
