package io.tidemark.ingest.ship;

import io.tidemark.model.wire.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads all positions again in short steps. The tailer's heartbeats continue between them, so that
 * many positions do not cost it a claim.
 */
final class PositionsReading implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration GOODBYE = Duration.ofMillis(100);

  private final Consumer<byte[], byte[]> consumer;
  private final CheckpointDecoder decoder = new CheckpointDecoder();
  private List<TopicPartition> partitions = List.of();

  PositionsReading(Consumer<byte[], byte[]> consumer) {
    this.consumer = consumer;
  }

  /**
   * Continues reading for at most this long.
   *
   * @return the positions as they were when this step began, or later; empty when there are more
   * @throws org.apache.kafka.common.errors.TimeoutException when no broker answers
   */
  Optional<StoredCheckpoints.Read> step(Duration most) {
    long endNanos = System.nanoTime() + most.toNanos();
    if (partitions.isEmpty()) {
      List<TopicPartition> found = WholeTopic.partitions(consumer, Topics.POSITIONS.name(), most);
      consumer.assign(found);
      consumer.seekToBeginning(found);
      partitions = found;
    }
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, left(endNanos));
    while (!isRead(ends, endNanos)) {
      if (left(endNanos).isZero()) {
        return Optional.empty();
      }
      consumer.poll(POLL).forEach(decoder::apply);
    }
    return Optional.of(decoder.read());
  }

  private boolean isRead(Map<TopicPartition, Long> ends, long endNanos) {
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey(), left(endNanos)) >= end.getValue());
  }

  private static Duration left(long endNanos) {
    return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(GOODBYE));
  }
}
