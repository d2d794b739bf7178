package io.tidemark.sink.read;

import io.tidemark.model.wire.BoardRecords;
import io.tidemark.model.wire.Published;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Passes records from a streams job to a sink in the same process. The job waits while the sink is
 * {@value #MOST_WAITING} publications behind.
 */
public final class Handover implements BoardRecords, AutoCloseable {

  static final int MOST_WAITING = 256;
  private static final long LOOK_MILLIS = 100;

  private final BlockingQueue<List<Published<?, ?>>> waiting =
      new ArrayBlockingQueue<>(MOST_WAITING);

  private volatile boolean caughtUp;
  private volatile boolean closed;

  @Override
  public void onRecords(List<Published<?, ?>> records) {
    try {
      boolean taken = false;
      while (!taken && !closed) {
        taken = waiting.offer(records, LOOK_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  @Override
  public void onCaughtUp() {
    caughtUp = true;
  }

  /**
   * Whether the job has caught up; everything published until then is available to {@link #take}.
   */
  public boolean caughtUp() {
    return caughtUp;
  }

  public boolean behind() {
    return !waiting.isEmpty();
  }

  /**
   * Takes all waiting records, in order.
   *
   * @param patience how long to wait for the first one; empty if none came
   */
  public List<Published<?, ?>> take(Duration patience) {
    try {
      List<Published<?, ?>> first = waiting.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (first == null) {
        return List.of();
      }
      List<List<Published<?, ?>>> all = new ArrayList<>(List.of(first));
      waiting.drainTo(all);
      List<Published<?, ?>> records = new ArrayList<>();
      all.forEach(records::addAll);
      return records;
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /** Ends the taking: further publications are dropped, so that the job can continue. */
  @Override
  public void close() {
    closed = true;
  }
}
