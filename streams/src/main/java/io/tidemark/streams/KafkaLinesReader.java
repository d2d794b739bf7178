package io.tidemark.streams;

import io.tidemark.model.wire.Topics;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads with a separate consumer without a group, which is open only while slices wait. */
final class KafkaLinesReader implements LinesReader {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaLinesReader.class);

  /** Short, since the other sources of the task wait meanwhile. */
  private static final Duration POLL = Duration.ofMillis(10);

  /** Much shorter than the transaction time-out. */
  private static final Duration ASK = Duration.ofSeconds(1);

  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final TopicPartition partition;
  private final SourceKey keys = new SourceKey();
  private final SliceValue values = new SliceValue();
  private @Nullable Consumer<byte[], byte[]> open;

  /**
   * @param consumers creates consumers of bytes that neither commit nor reset offsets. They return
   *     one record per poll, since records after a slice would be fetched again.
   */
  KafkaLinesReader(Supplier<Consumer<byte[], byte[]>> consumers, int partition) {
    this.consumers = consumers;
    this.partition = new TopicPartition(Topics.LINES.name(), partition);
  }

  @Override
  public Read read(String source, long from, long last) {
    Consumer<byte[], byte[]> consumer = opened(from);
    try {
      if (consumer.position(partition, POLL) != from) {
        consumer.seek(partition, from);
      }
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        if (record.offset() > last) {
          break;
        }
        Received slice = slice(source, record);
        if (slice != null) {
          return new Read(slice, record.offset() + 1);
        }
      }
      // The position may be behind the last record: transaction markers also have offsets.
      long position = Math.max(from, consumer.position(partition, POLL));
      // Slices after the last one may be waiting by the next call, so they are not skipped.
      return new Read(null, Math.min(position, last + 1));
    } catch (OffsetOutOfRangeException e) {
      return new Read(null, Math.min(behindRetention(consumer, from), last + 1));
    } catch (RetriableException e) {
      LOG.warn("{}: cannot be read again now, tried again: {}", partition, e.getMessage());
      return new Read(null, from);
    }
  }

  private Consumer<byte[], byte[]> opened(long from) {
    Consumer<byte[], byte[]> consumer = open;
    if (consumer == null) {
      consumer = consumers.get();
      consumer.assign(List.of(partition));
      consumer.seek(partition, from);
      open = consumer;
    }
    return consumer;
  }

  private long behindRetention(Consumer<byte[], byte[]> consumer, long from) {
    long beginning;
    try {
      beginning = consumer.beginningOffsets(List.of(partition), ASK).getOrDefault(partition, 0L);
    } catch (RetriableException e) {
      LOG.warn("{}: its beginning is not known now, asked again: {}", partition, e.getMessage());
      return from;
    }
    LOG.warn("{}: retention has taken records from {} on", partition, from);
    // A recreated topic holds none of the waiting slices.
    return beginning > from ? beginning : Long.MAX_VALUE;
  }

  /** The slice of a record; {@code null} if it is of another source, a command, or unreadable. */
  private @Nullable Received slice(String source, ConsumerRecord<byte[], byte[]> record) {
    try {
      if (source.equals(keys.deserialize(record.topic(), record.headers(), record.key()))
          && values.deserialize(record.topic(), record.headers(), record.value())
              instanceof LinesRecord.Text text) {
        long timeMillis = SliceTime.of(text.slice(), record.timestamp());
        return new Received(text.slice(), timeMillis, record.offset(), Received.Events.DUE);
      }
    } catch (SerializationException e) {
      // Unreadable: it became a dead letter when it was first read.
      LOG.debug("{} at {}: no slice", partition, record.offset(), e);
    }
    return null;
  }

  @Override
  public void close() {
    if (open != null) {
      open.close(CloseOptions.timeout(Duration.ZERO));
    }
    open = null;
  }
}
