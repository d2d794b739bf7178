package io.tidemark.sink.read;

import io.tidemark.sink.board.Moment;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * What the reader published last: a moment, and the next offset of each partition when it was
 * taken.
 */
public record Reading(Moment moment, Map<TopicPartition, Long> positions) {
  public Reading {
    positions = Map.copyOf(positions);
  }

  static Reading nothing() {
    return new Reading(Moment.nothing(), Map.of());
  }

  /** Everything before these offsets was read. */
  boolean reached(Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .allMatch(end -> positions.getOrDefault(end.getKey(), -1L) >= end.getValue());
  }
}
