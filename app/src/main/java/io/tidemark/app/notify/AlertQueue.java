package io.tidemark.app.notify;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers notices to one receiver, in order, in its own thread: a slow receiver delays neither the
 * analysis nor another receiver. Each is retried for a while. Beyond {@value #MOST_WAITING} waiting
 * notices, the oldest is dropped.
 */
final class AlertQueue implements AutoCloseable {

  static final int MOST_WAITING = 100;

  private static final int MOST_TRIES = 8;
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Logger LOG = LoggerFactory.getLogger(AlertQueue.class);

  private final AlertReceiver receiver;
  private final Duration firstPause;
  private final BlockingQueue<AlertNotice> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private final Thread thread;
  private volatile boolean closed;

  /** Whether a notice was dropped since the queue was last empty, which was then logged. */
  private volatile boolean full;

  /**
   * @param firstPause pause between the first two tries of a notice; each further one is twice as
   *     long
   */
  AlertQueue(AlertReceiver receiver, Duration firstPause) {
    this.receiver = receiver;
    this.firstPause = firstPause;
    thread = new Thread(this::run, "tidemark-alerts");
    thread.setDaemon(true);
    thread.start();
  }

  /** Adds a notice; never waits. */
  void add(AlertNotice notice) {
    while (!waiting.offer(notice)) {
      AlertNotice oldest = waiting.poll();
      if (oldest != null && !full) {
        full = true;
        LOG.warn("{} is too slow: {} and maybe more are not delivered", receiver, oldest);
      }
    }
  }

  private void run() {
    try {
      while (!(closed && waiting.isEmpty())) {
        AlertNotice next = waiting.poll(100, TimeUnit.MILLISECONDS);
        if (next == null) {
          full = false;
        } else {
          deliver(next);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void deliver(AlertNotice notice) throws InterruptedException {
    Duration pause = firstPause;
    for (int tries = 1; ; tries++) {
      Duration wanted = Duration.ZERO;
      try {
        receiver.deliver(notice);
        return;
      } catch (AlertReceiver.Rejected e) {
        LOG.warn("{} rejects {}: {}", receiver, notice, e.getMessage());
        return;
      } catch (IOException e) {
        wanted = e instanceof AlertReceiver.Later later ? later.after : wanted;
        if (tries == MOST_TRIES) {
          LOG.warn("{} does not get {} after {} tries: {}", receiver, notice, tries, message(e));
          return;
        }
        if (tries == 1) {
          LOG.warn("{} fails, trying again: {}", receiver, message(e));
        }
      }
      Thread.sleep(Math.max(pause.toMillis(), wanted.toMillis()));
      pause =
          pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
              ? pause.multipliedBy(2)
              : LONGEST_PAUSE;
    }
  }

  /** Exceptions of the network often have no message of their own. */
  private static String message(IOException e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  /** Delivers waiting notices, for five seconds at most. */
  @Override
  public void close() {
    closed = true;
    try {
      thread.join(GRACE.toMillis());
      thread.interrupt();
      thread.join(GRACE.toMillis());
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }

  /** A receiver of alerts. Its {@code toString} names it in messages, without secrets. */
  interface AlertReceiver {

    /**
     * Delivers one notice.
     *
     * @throws IOException when a retry may succeed; its message states the present reason
     * @throws Rejected when no retry can succeed
     */
    void deliver(AlertNotice notice) throws IOException, InterruptedException;

    /** The receiver does not accept this notice now. */
    final class Later extends IOException {

      /** Time after which it wants to be asked again. */
      private final Duration after;

      Later(String message, Duration after) {
        super(message);
        this.after = after;
      }
    }

    /** The receiver does not accept this notice, now or later. */
    final class Rejected extends IOException {
      Rejected(String message) {
        super(message);
      }
    }
  }
}
