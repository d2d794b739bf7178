package io.tidemark.streams.job;

import io.tidemark.streams.publish.DueFlushes;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.processor.internals.DefaultKafkaClientSupplier;

/** Kafka's own clients; the consumer of a stream thread waits no longer than to its next flush. */
public final class PunctualClients extends DefaultKafkaClientSupplier {

  /** A record ends a poll at once. A close waits for a poll; at rest, each poll costs CPU. */
  private static final Duration MOST = Duration.ofMillis(250);

  /** An assignment is acted upon once the poll that brought it has ended. */
  private static final Duration WITHOUT_WORK = Duration.ofMillis(25);

  private final DueFlushes due;

  public PunctualClients(DueFlushes due) {
    this.due = due;
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    return new Punctual(config, due);
  }

  /**
   * How long a poll may wait when no flush is due.
   *
   * @param timeout as Kafka Streams asks; 0 while it has records to process
   * @param paused stores of some partitions are restored, and the thread looks whether they are
   */
  static Duration most(Duration timeout, boolean assigned, boolean paused) {
    if (timeout.isZero() || (assigned && paused)) {
      return timeout;
    }
    return assigned ? MOST : WITHOUT_WORK;
  }

  private static final class Punctual extends KafkaConsumer<byte[], byte[]> {

    private final DueFlushes due;

    private Punctual(Map<String, Object> config, DueFlushes due) {
      super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
      this.due = due;
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
      Duration most = most(timeout, !assignment().isEmpty(), !paused().isEmpty());
      return super.poll(due.untilNext(most, System.currentTimeMillis()));
    }
  }
}
