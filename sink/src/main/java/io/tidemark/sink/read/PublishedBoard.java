package io.tidemark.sink.read;

import io.tidemark.sink.board.BoardSnapshot;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** A published snapshot, and the next offset of each partition at that moment. */
public record PublishedBoard(BoardSnapshot snapshot, Map<TopicPartition, Long> positions) {
  public PublishedBoard {
    positions = Map.copyOf(positions);
  }

  static PublishedBoard empty() {
    return new PublishedBoard(BoardSnapshot.empty(), Map.of());
  }

  /** Whether everything before these offsets was read. */
  boolean reached(Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .allMatch(end -> positions.getOrDefault(end.getKey(), -1L) >= end.getValue());
  }
}
