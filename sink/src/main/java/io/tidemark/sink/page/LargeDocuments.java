package io.tidemark.sink.page;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;

/**
 * Documents too large to be held: written for each client as it reads them, for two at a time. The
 * others wait for a while and are then asked to come again.
 */
final class LargeDocuments implements AutoCloseable {

  private static final int AT_A_TIME = 2;
  private static final int MOST_WAITING = 64;
  private static final long MOST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final String LATER = "too many read this; come again";

  private final ThreadPoolExecutor threads;

  LargeDocuments(String name) {
    threads =
        new ThreadPoolExecutor(
            AT_A_TIME,
            AT_A_TIME,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(MOST_WAITING),
            WebThreads.named(name));
    threads.allowCoreThreadTimeOut(true);
  }

  /** Writes the document as it is by then. */
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

  private static void write(Rendition rendition, Exchange exchange) {
    try {
      OutputStream out =
          encoded(
              new BufferedOutputStream(exchange.stream(rendition.contentType()), BUFFER_BYTES),
              exchange.gzip());
      rendition.body().writeTo(new Unclosed(out));
      out.close();
    } catch (IOException | RuntimeException | Error e) {
      exchange.failed(e);
      if (e instanceof Error error) {
        throw error;
      }
      return;
    }
    exchange.succeeded();
  }

  /** The body that goes out, compressed where the client takes that. */
  static OutputStream encoded(OutputStream out, boolean gzip) throws IOException {
    return gzip ? new GZIPOutputStream(out, BUFFER_BYTES) : out;
  }

  /** What writes a body does not end it: a body that broke must not look whole. */
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
  }
}
