package io.tidemark.app.watch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Copies one output of a program into its log, then to this process's output, until it ends. */
final class OutputPump {

  private static final Logger LOG = LoggerFactory.getLogger(OutputPump.class);
  private static final int BUFFER_BYTES = 1 << 16;

  private final InputStream from;
  private final OutputLog.Lines log;
  private final OutputStream to;
  private final Thread thread;

  /** Start time of the present wait for output; {@code Long.MAX_VALUE} while it does not wait. */
  private volatile long waitingSinceNanos = Long.MAX_VALUE;

  OutputPump(String name, InputStream from, OutputLog.Lines log, OutputStream to) {
    this.from = from;
    this.log = log;
    this.to = to;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void run() {
    byte[] bytes = new byte[BUFFER_BYTES];
    try (from) {
      int read;
      while ((read = read(bytes)) >= 0) {
        log.write(bytes, read);
        to.write(bytes, 0, read);
        to.flush();
      }
    } catch (IOException e) {
      // Closing the stream gives the program a broken pipe, as without a watch.
      LOG.debug("the output ends", e);
    } finally {
      log.end();
    }
  }

  private int read(byte[] bytes) throws IOException {
    waitingSinceNanos = System.nanoTime();
    int read = from.read(bytes);
    waitingSinceNanos = Long.MAX_VALUE;
    return read;
  }

  /** Waits at most this long for the end of the output; returns whether it has ended. */
  boolean awaitEnd(long millis) throws InterruptedException {
    thread.join(millis);
    return !thread.isAlive();
  }

  /**
   * Whether the program has printed nothing for this long, and all earlier output was passed on.
   */
  boolean silentFor(long millis) {
    long since = waitingSinceNanos;
    return since != Long.MAX_VALUE
        && System.nanoTime() - since >= TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
