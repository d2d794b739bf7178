package io.tidemark.streams;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/** Kafka's own clients; the consumer of a stream thread waits no longer than to its next flush. */
final class PunctualClients implements KafkaClientSupplier {

  /** Records end a poll at once. The end of a job waits for it; at rest each is a price. */
  private static final Duration MOST = Duration.ofMillis(250);

  /** An assignment is acted upon once the poll that brought it has ended. */
  private static final Duration WITHOUT_WORK = Duration.ofMillis(25);

  private final DueFlushes due;

  PunctualClients(DueFlushes due) {
    this.due = due;
  }

  @Override
  public Admin getAdmin(Map<String, Object> config) {
    return Admin.create(config);
  }

  @Override
  public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    return new Punctual(config, due);
  }

  @Override
  public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  @Override
  public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
    return getRestoreConsumer(config);
  }

  private static final class Punctual extends KafkaConsumer<byte[], byte[]> {

    private final DueFlushes due;

    private Punctual(Map<String, Object> config, DueFlushes due) {
      super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
      this.due = due;
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
      return super.poll(
          timeout.isZero() ? timeout : due.untilNext(most(timeout), System.currentTimeMillis()));
    }

    /** Partitions whose stores are read back are paused: the thread looks whether they are. */
    private Duration most(Duration timeout) {
      if (assignment().isEmpty()) {
        return WITHOUT_WORK;
      }
      return paused().isEmpty() ? MOST : timeout;
    }
  }
}
