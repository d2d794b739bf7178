package io.tidemark.streams;

import io.tidemark.model.wire.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.record.TimestampType;

/**
 * The single partition of {@code tidemark.lines} that a simulated job reads, for reading it again.
 */
final class PaperLines {

  private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
  private int retained;

  void add(byte[] key, byte[] value, Headers headers, long millis) {
    TimestampType type = TimestampType.CREATE_TIME;
    String topic = Topics.LINES.name();
    int offset = records.size();
    records.add(
        new ConsumerRecord<>(
            topic, 0, offset, millis, type, 0, 0, key, value, headers, Optional.empty()));
  }

  int size() {
    return records.size();
  }

  /** Retention deletes all records. */
  void takenByRetention() {
    retained = records.size();
  }

  /** A consumer that returns one record per poll. */
  Consumer<byte[], byte[]> consumer() {
    return new MockConsumer<>("none") {
      @Override
      public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        TopicPartition partition = new TopicPartition(Topics.LINES.name(), 0);
        updateBeginningOffsets(Map.of(partition, (long) retained));
        updateEndOffsets(Map.of(partition, (long) records.size()));
        long next = position(partition);
        if (next < retained) {
          throw new OffsetOutOfRangeException(Map.of(partition, next));
        }
        if (next < records.size()) {
          addRecord(records.get((int) next));
        }
        return super.poll(timeout);
      }
    };
  }
}
