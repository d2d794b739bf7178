package io.tidemark.sink.live;

import io.tidemark.sink.board.Moment;
import io.tidemark.sink.history.HistoryWriter;
import java.io.IOException;
import java.time.Clock;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one thread that sends, from {@link #start} to {@link #close}. Owns the consumer. */
public final class LiveThread implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LiveThread.class);
  private static final long JOIN_MILLIS = 10_000;

  private final Consumer<byte[], byte[]> consumer;
  private final LiveHistory history;
  private final Thread thread = new Thread(this::run, "tidemark-sink-remote-write");
  private volatile boolean closing;
  private volatile @Nullable Throwable failure;

  /**
   * @param consumer of a group, so that it can keep its positions; it joins none
   */
  public LiveThread(
      Consumer<byte[], byte[]> consumer, Supplier<Moment> moments, HistoryWriter out) {
    this.consumer = consumer;
    this.history = new LiveHistory(consumer, moments, out, Clock.systemUTC());
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** Open runs that were forgotten before they were over, since there were too many. */
  public long forgotten() {
    return history.forgotten();
  }

  /** Records of events that could not be read and were skipped. */
  public long unreadable() {
    return history.unreadable();
  }

  /** Rethrows what ended the thread, if anything did. */
  public void check() {
    Throwable ended = failure;
    if (ended != null) {
      throw new IllegalStateException("remote write has ended: " + ended.getMessage(), ended);
    }
  }

  /** Ends the thread, in the middle of a batch if need be: the next start sends it again. */
  @Override
  public void close() {
    closing = true;
    if (thread.getState() == Thread.State.NEW) {
      consumer.close();
      return;
    }
    // A receiver that is away is waited for in a pause, not in the consumer.
    thread.interrupt();
    try {
      thread.join(JOIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (consumer) {
      sendUntilClosed();
    } catch (InterruptException e) {
      LOG.debug("interrupted while it closed", e);
    }
  }

  private void sendUntilClosed() {
    try {
      boolean begun = false;
      while (!closing) {
        try {
          if (!begun) {
            history.begin();
            begun = true;
          }
          history.advance();
        } catch (RetriableException e) {
          LOG.warn("The events cannot be read now, tried again: {}", e.getMessage());
        }
      }
    } catch (IOException | InterruptException | WakeupException e) {
      if (!closing) {
        failure = e;
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }
}
