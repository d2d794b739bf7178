package io.tidemark.sink.read;

import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that runs the steps of one task with one consumer, from {@link #start} to {@link
 * #close}. It owns the consumer.
 *
 * <pre>
 *  started ─▶ begin, retried while broker or topics are absent ─▶ advance … ─▶ closed
 *                                       └──────────────────────────┴─▶ failed: check() rethrows
 * </pre>
 */
public final class ConsumerThread implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ConsumerThread.class);

  /** Longer than a consumer takes to close when its broker is gone. */
  private static final long JOIN_MILLIS = 40_000;

  private final Consumer<byte[], byte[]> consumer;
  private final Task task;
  private final BooleanSupplier brokerLost;
  private final Thread thread;

  /** Guards {@link #interruptible}: no interrupt may be sent after the work has ended. */
  private final Object ending = new Object();

  private boolean interruptible = true;
  private volatile boolean closing;
  private volatile @Nullable Throwable failure;

  /** Used only by the thread. */
  private boolean waiting;

  /** The work of the thread. A step that throws a {@link RetriableException} is retried. */
  public interface Task {

    /** Goes to the positions where reading starts. */
    void begin();

    void advance();
  }

  /**
   * Creates a thread that is not started.
   *
   * @param brokerLost whether the program has logged that the broker does not answer
   */
  public ConsumerThread(
      String name, Consumer<byte[], byte[]> consumer, Task task, BooleanSupplier brokerLost) {
    this.consumer = consumer;
    this.task = task;
    this.brokerLost = brokerLost;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** Whether the thread still works: neither failed nor closed. */
  public boolean alive() {
    return failure == null && !closing;
  }

  /** Rethrows the failure that ended the thread, if there is one. */
  public void check() {
    Throwable ended = failure;
    if (ended != null) {
      throw new IllegalStateException(
          "%s has ended: %s".formatted(thread.getName(), ended.getMessage()), ended);
    }
  }

  /** Ends the thread and closes the consumer, if necessary during a step. */
  @Override
  public void close() {
    closing = true;
    if (thread.getState() == Thread.State.NEW) {
      consumer.close();
      return;
    }
    consumer.wakeup();
    interruptWork();
    try {
      thread.join(JOIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A task may wait outside the consumer, for records of a job in the same process. */
  private void interruptWork() {
    synchronized (ending) {
      if (interruptible) {
        thread.interrupt();
      }
    }
  }

  /** Clears the interrupt, which was for the task, so that the consumer closes in order. */
  private void endInterrupts() {
    synchronized (ending) {
      interruptible = false;
      Thread.interrupted();
    }
  }

  private void run() {
    try (consumer) {
      workUntilClosed();
    }
  }

  private void workUntilClosed() {
    try {
      begin();
      while (!closing) {
        retrying(task::advance);
      }
    } catch (InterruptException | WakeupException e) {
      if (!closing) {
        failure = e;
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    } finally {
      endInterrupts();
    }
  }

  private void begin() {
    boolean begun = false;
    while (!closing && !begun) {
      begun = retrying(task::begin);
    }
  }

  /** Runs a step; returns whether it succeeded. */
  private boolean retrying(Runnable step) {
    try {
      step.run();
      waiting = false;
      return true;
    } catch (RetriableException e) {
      if (!waiting && !brokerLost.getAsBoolean()) {
        waiting = true;
        LOG.warn("{} waits for the broker and its topics: {}", thread.getName(), e.getMessage());
      }
      return false;
    }
  }
}
