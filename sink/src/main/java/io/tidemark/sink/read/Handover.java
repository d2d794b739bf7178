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
 * Records on their way from a streams job to a sink of the same process. The job waits while the
 * sink is behind by {@value #MOST_WAITING} publications.
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

  /** Whether the job has caught up; all that it published until then can be {@link #take}n. */
  public boolean caughtUp() {
    return caughtUp;
  }

  /** Whether there is something to take. */
  public boolean behind() {
    return !waiting.isEmpty();
  }

  /**
   * All that waits, in order.
   *
   * @param patience how long it waits for something; empty when nothing came
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

  /** Nobody takes anything any more: what is published is dropped, and the job goes on. */
  @Override
  public void close() {
    closed = true;
  }
}
