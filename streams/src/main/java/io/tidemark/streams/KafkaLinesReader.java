package io.tidemark.streams;

import io.tidemark.model.wire.Topics;
import java.time.Duration;
import java.util.ArrayList;
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

/** Reads with a consumer of its own, of no group, which lives while there is something to read. */
final class KafkaLinesReader implements LinesReader {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaLinesReader.class);

  /** The task's other sources wait as long. */
  private static final Duration POLL = Duration.ofMillis(10);

  /** Well within a transaction. */
  private static final Duration ASK = Duration.ofSeconds(1);

  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final TopicPartition partition;
  private final SourceKey keys = new SourceKey();
  private final SliceValue values = new SliceValue();
  private @Nullable Consumer<byte[], byte[]> open;
  private long position;

  /**
   * @param consumers of bytes, that neither commit nor reset their offsets
   */
  KafkaLinesReader(Supplier<Consumer<byte[], byte[]>> consumers, int partition) {
    this.consumers = consumers;
    this.partition = new TopicPartition(Topics.LINES.name(), partition);
  }

  @Override
  public Batch read(String source, long from, long last) {
    Consumer<byte[], byte[]> consumer = at(from);
    List<Received> slices = new ArrayList<>();
    try {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        position = record.offset() + 1;
        if (record.offset() <= last) {
          add(slices, source, record);
        }
      }
      // Beyond the last record there may be marks of transactions, which are none.
      position = Math.max(position, consumer.position(partition, POLL));
    } catch (OffsetOutOfRangeException e) {
      return new Batch(List.of(), Math.min(behindRetention(consumer, from), last + 1));
    } catch (RetriableException e) {
      LOG.warn("{}: cannot be read again now, tried again: {}", partition, e.getMessage());
    }
    // What comes behind the last one may wait by the time it is asked for.
    return new Batch(slices, Math.min(position, last + 1));
  }

  private Consumer<byte[], byte[]> at(long from) {
    if (open == null) {
      open = consumers.get();
      open.assign(List.of(partition));
      position = -1;
    }
    if (position != from) {
      open.seek(partition, from);
      position = from;
    }
    return open;
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
    // A topic that was made anew holds nothing of what waits.
    return beginning > from ? beginning : Long.MAX_VALUE;
  }

  private void add(List<Received> slices, String source, ConsumerRecord<byte[], byte[]> record) {
    try {
      if (!source.equals(keys.deserialize(record.topic(), record.headers(), record.key()))) {
        return;
      }
      LinesRecord read = values.deserialize(record.topic(), record.headers(), record.value());
      if (read instanceof LinesRecord.Text text) {
        long timeMillis = SliceTime.of(text.slice(), record.timestamp());
        slices.add(new Received(text.slice(), timeMillis, record.offset(), Received.Events.DUE));
      }
    } catch (SerializationException e) {
      // A dead letter since it came first.
      LOG.debug("{} at {}: no slice", partition, record.offset(), e);
    }
  }

  @Override
  public void close() {
    if (open != null) {
      open.close(CloseOptions.timeout(Duration.ZERO));
    }
    open = null;
  }
}
