package io.tidemark.sink.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ConsumerThreadTest {

  private final CountDownLatch closed = new CountDownLatch(1);
  private final MockConsumer<byte[], byte[]> consumer =
      new MockConsumer<>("earliest") {
        @Override
        public synchronized void close() {
          super.close();
          closed.countDown();
        }
      };

  @BeforeEach
  void nothingWritten() {
    DeclaredPartitions.on(consumer, BoardReader.TOPICS);
  }

  private ConsumerThread thread() {
    BoardReader reader =
        new BoardReader(consumer, null, any -> true, Clock.systemUTC(), eventMillis -> {});
    return new ConsumerThread("reader", consumer, reader, () -> false);
  }

  @Test
  void whatEndsTheThreadIsRethrown() throws InterruptedException {
    consumer.setPollException(new AuthorizationException("not for you"));
    try (ConsumerThread thread = thread()) {
      thread.start();
      assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();

      assertThat(thread.alive()).isFalse();
      assertThatThrownBy(thread::check)
          .hasMessageContaining("not for you")
          .hasCauseInstanceOf(KafkaException.class);
    }
  }

  @Test
  void closingEndsItWithoutAFailure() {
    ConsumerThread thread = thread();
    thread.start();

    thread.close();

    assertThat(closed.getCount()).isZero();
    assertThatCode(thread::check).doesNotThrowAnyException();
  }

  @Test
  void closingBeforeTheStartClosesTheConsumer() {
    thread().close();

    assertThat(consumer.closed()).isTrue();
  }

  /** Begins at the third attempt, then waits outside its consumer until it is interrupted. */
  private static final class Waiting implements ConsumerThread.Task {
    final CountDownLatch attempts = new CountDownLatch(3);
    final CountDownLatch advanced = new CountDownLatch(1);

    @Override
    public void begin() {
      attempts.countDown();
      if (attempts.getCount() > 0) {
        throw new TimeoutException("no broker");
      }
    }

    @Override
    public void advance() {
      advanced.countDown();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        throw new InterruptException(e);
      }
    }
  }

  @Test
  void aBrokerThatIsAwayIsWaitedFor() throws InterruptedException {
    Waiting task = new Waiting();
    try (ConsumerThread thread = new ConsumerThread("test", consumer, task, () -> false)) {
      thread.start();

      assertThat(task.advanced.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(thread.alive()).isTrue();
    }
  }

  @Test
  void closingEndsATaskThatWaitsOutsideItsConsumer() throws InterruptedException {
    Waiting task = new Waiting();
    ConsumerThread thread = new ConsumerThread("test", consumer, task, () -> false);
    thread.start();
    assertThat(task.advanced.await(20, TimeUnit.SECONDS)).isTrue();

    thread.close();

    assertThat(consumer.closed()).isTrue();
    assertThatCode(thread::check).doesNotThrowAnyException();
  }

  /**
   * A consumer whose {@code wakeup} returns only when it is being closed. Its close lasts until the
   * waking thread waits for its end.
   */
  // Two threads use it at the same time by design: one wakes it, one closes it.
  @SuppressWarnings("UnsynchronizedOverridesSynchronized")
  private static final class SlowToClose extends MockConsumer<byte[], byte[]> {
    final CountDownLatch woken = new CountDownLatch(1);
    final CountDownLatch closing = new CountDownLatch(1);
    private volatile @Nullable Thread waker;
    volatile boolean interruptedInClose;

    SlowToClose() {
      super("earliest");
    }

    @Override
    public void wakeup() {
      waker = Thread.currentThread();
      woken.countDown();
      try {
        closing.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void close() {
      closing.countDown();
      Thread other = waker;
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (other != null
          && other.getState() != Thread.State.TIMED_WAITING
          && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
      interruptedInClose = Thread.interrupted();
    }
  }

  @Test
  void aConsumerThatClosesAlreadyIsNotInterrupted() {
    SlowToClose slow = new SlowToClose();
    ConsumerThread.Task untilWoken =
        new ConsumerThread.Task() {
          @Override
          public void begin() {}

          @Override
          public void advance() {
            try {
              slow.woken.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        };
    ConsumerThread thread = new ConsumerThread("test", slow, untilWoken, () -> false);
    thread.start();

    thread.close();

    assertThat(slow.interruptedInClose).isFalse();
    assertThatCode(thread::check).doesNotThrowAnyException();
  }
}
