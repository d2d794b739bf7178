package io.tidemark.sink.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.board.BoardSnapshot;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class EndOffsetsTest {

  private static final TopicPartition RUNS = new TopicPartition("tidemark.runs", 0);
  private static final TopicPartition OPS = new TopicPartition("tidemark.ops", 3);

  @Test
  void everyPartitionMustHaveReachedItsEnd() {
    EndOffsets ends = new EndOffsets(() -> Map.of(RUNS, 5L, OPS, 7L));

    assertThat(ends.passed("q", () -> at(5, 6))).isFalse();
    assertThat(ends.passed("q", () -> at(5, 7))).isTrue();
    assertThat(ends.passed("q", () -> new PublishedBoard(BoardSnapshot.empty(), Map.of(RUNS, 5L))))
        .isFalse();
  }

  @Test
  void theEndsAreAskedOncePerQuestion() {
    Queue<Map<TopicPartition, Long>> answers =
        new ArrayDeque<>(List.of(Map.of(RUNS, 5L), Map.of(RUNS, 9L)));
    EndOffsets ends = new EndOffsets(answers::remove);

    assertThat(ends.passed("first", () -> at(4, 0))).isFalse();
    assertThat(ends.passed("first", () -> at(5, 0))).isTrue();
    assertThat(ends.passed("second", () -> at(5, 0))).isFalse();
    assertThat(answers).isEmpty();
  }

  @Test
  void aBrokerThatDoesNotAnswerIsAskedAgain() {
    ArrayDeque<Integer> silences = new ArrayDeque<>(List.of(1));
    EndOffsets ends = new EndOffsets(() -> silences.poll() == null ? Map.of(RUNS, 5L) : null);

    assertThat(ends.passed("q", () -> at(5, 0))).isFalse();
    assertThat(ends.passed("q", () -> at(5, 0))).isTrue();
  }

  private static PublishedBoard at(long runs, long ops) {
    return new PublishedBoard(BoardSnapshot.empty(), Map.of(RUNS, runs, OPS, ops));
  }
}
