package io.tidemark.sink.read;

import io.tidemark.model.meter.StallCheck;
import java.time.Clock;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that reads, from {@link #start} to {@link #close}. Owns the consumer.
 *
 * <pre>
 *  started ─▶ begin, again while broker or topics are absent ─▶ advance … ─▶ closed
 *                                       └──────────────┴─▶ failed: check() rethrows, not alive
 * </pre>
 */
public final class ReaderThread implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ReaderThread.class);

  /** Longer than a consumer takes to close when its broker is gone. */
  private static final long JOIN_MILLIS = 40_000;

  private final Consumer<byte[], byte[]> consumer;
  private final Reader reader;
  private final Thread thread = new Thread(this::run, "tidemark-sink-reader");
  private volatile boolean closing;
  private volatile @Nullable Throwable failure;

  /**
   * @param shown told the event time of each newer snapshot, once the board is whole
   */
  public ReaderThread(Consumer<byte[], byte[]> consumer, Clock clock, LongConsumer shown) {
    this.consumer = consumer;
    this.reader = new Reader(consumer, clock, shown);
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** What was published last; at once, from any thread. */
  public Reading reading() {
    return reader.reading();
  }

  /** How far it has read, and whether there is more; at once, from any thread. */
  public StallCheck.Work work() {
    return reader.work();
  }

  /** Nothing has ended the thread. */
  public boolean alive() {
    return failure == null && !closing;
  }

  /** Rethrows what ended the thread, if anything did. */
  public void check() {
    Throwable ended = failure;
    if (ended != null) {
      throw new IllegalStateException("the sink's reader has ended: " + ended.getMessage(), ended);
    }
  }

  /** Ends the thread and with it the consumer. */
  @Override
  public void close() {
    closing = true;
    if (thread.getState() == Thread.State.NEW) {
      consumer.close();
      return;
    }
    consumer.wakeup();
    try {
      thread.join(JOIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (consumer) {
      readUntilClosed();
    }
  }

  private void readUntilClosed() {
    try {
      begin();
      while (!closing) {
        reader.advance();
      }
    } catch (WakeupException e) {
      if (!closing) {
        failure = e;
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  private void begin() {
    boolean told = false;
    while (!closing) {
      try {
        reader.begin();
        return;
      } catch (TimeoutException e) {
        if (!told) {
          LOG.warn("Waiting for the broker and its topics: {}", e.getMessage());
        }
        told = true;
      }
    }
  }
}
