package io.tidemark.sink.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ReaderThreadTest {

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
    var zeros =
        Reader.PARTITIONS.stream()
            .collect(Collectors.toMap((TopicPartition partition) -> partition, p -> 0L));
    consumer.updateBeginningOffsets(zeros);
    consumer.updateEndOffsets(zeros);
  }

  @Test
  void whatEndsTheThreadIsRethrown() throws InterruptedException {
    consumer.setPollException(new AuthorizationException("not for you"));
    try (ReaderThread thread = new ReaderThread(consumer, Clock.systemUTC(), eventMillis -> {})) {
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
    ReaderThread thread = new ReaderThread(consumer, Clock.systemUTC(), eventMillis -> {});
    thread.start();

    thread.close();

    assertThat(closed.getCount()).isZero();
    assertThatCode(thread::check).doesNotThrowAnyException();
  }

  @Test
  void closingBeforeTheStartClosesTheConsumer() {
    new ReaderThread(consumer, Clock.systemUTC(), eventMillis -> {}).close();

    assertThat(consumer.closed()).isTrue();
  }
}
