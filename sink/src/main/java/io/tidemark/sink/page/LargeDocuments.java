package io.tidemark.sink.page;

import io.tidemark.sink.page.LargeDocuments.PacedStream.Pace;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;

/**
 * Sends documents too large to be held. They are written at the client's reading speed, for two
 * clients at a time; others wait for a while and then get 503. A client that reads more slowly than
 * its {@link Pace} is disconnected, which frees its thread and the version it reads.
 */
final class LargeDocuments implements AutoCloseable {

  private static final int AT_A_TIME = 2;
  private static final int MOST_WAITING = 64;
  private static final long MOST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final String LATER = "too many read this; come again";

  private static final long LOOK_MILLIS = 250;

  private final ThreadPoolExecutor threads;
  private final ScheduledThreadPoolExecutor watch;
  private final Pace pace;

  LargeDocuments(String name, Pace pace) {
    this.pace = pace;
    watch = new ScheduledThreadPoolExecutor(1, threads(name + "-watch"));
    watch.setRemoveOnCancelPolicy(true);
    threads =
        new ThreadPoolExecutor(
            AT_A_TIME,
            AT_A_TIME,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(MOST_WAITING),
            threads(name));
    threads.allowCoreThreadTimeOut(true);
  }

  /** None of the server's threads keeps the process alive. */
  static ThreadFactory threads(String name) {
    AtomicInteger count = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Sends the document, in its state when its turn comes. */
  void send(Supplier<Rendition> source, Exchange exchange) {
    long asked = System.nanoTime();
    try {
      threads.execute(
          () -> {
            if (System.nanoTime() - asked > MOST_WAIT_NANOS) {
              exchange.busy(503, LATER);
            } else {
              write(source.get(), exchange);
            }
          });
    } catch (RejectedExecutionException full) {
      exchange.busy(503, LATER);
    }
  }

  private void write(Rendition rendition, Exchange exchange) {
    PacedStream paced = new PacedStream(exchange.stream(rendition.contentType()), pace);
    Future<?> look =
        watch.scheduleWithFixedDelay(
            () -> cutWhereTooSlow(paced, exchange),
            LOOK_MILLIS,
            LOOK_MILLIS,
            TimeUnit.MILLISECONDS);
    try {
      OutputStream out = encoded(new BufferedOutputStream(paced, BUFFER_BYTES), exchange.gzip());
      rendition.body().writeTo(new Unclosed(out));
      out.close();
    } catch (IOException | RuntimeException | Error e) {
      exchange.failed(e);
      if (e instanceof Error error) {
        throw error;
      }
      return;
    } finally {
      look.cancel(false);
    }
    exchange.succeeded();
  }

  private static void cutWhereTooSlow(PacedStream paced, Exchange exchange) {
    if (paced.tooSlow()) {
      exchange.cut(DocumentsInFlight.SLOW);
    }
  }

  /** The stream of the body, compressed if the client accepts it. */
  static OutputStream encoded(OutputStream out, boolean gzip) throws IOException {
    return gzip ? new GZIPOutputStream(out, BUFFER_BYTES) : out;
  }

  /** Ignores close by the writer of a body: a broken body must not look complete. */
  private static final class Unclosed extends FilterOutputStream {
    Unclosed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    watch.shutdownNow();
  }

  /**
   * The stream of a body. It measures how long writing waits for the client; the time to render the
   * body does not count.
   */
  static final class PacedStream extends FilterOutputStream {

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
}
