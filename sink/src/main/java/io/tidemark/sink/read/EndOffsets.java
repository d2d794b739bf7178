package io.tidemark.sink.read;

import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether everything written up to a moment was read. The outputs of one transaction reach
 * their partitions in no order, so one of them on the board does not imply the others. Therefore
 * the ends are requested once, open transactions included, and the reader must pass them.
 */
public final class EndOffsets {

  private final Ends ends;
  private final AtomicReference<@Nullable Asked> last = new AtomicReference<>();

  public EndOffsets(Ends ends) {
    this.ends = ends;
  }

  /** The present ends of the partitions. */
  @FunctionalInterface
  public interface Ends {
    /** The end offsets; {@code null} if the broker does not answer in time. */
    @Nullable Map<TopicPartition, Long> ask();
  }

  private record Asked(Object question, Map<TopicPartition, Long> ends) {}

  /**
   * Whether a reader has passed the ends that the partitions had when this question was first
   * asked. Also false while the broker does not answer.
   */
  public boolean passed(Object question, Supplier<PublishedBoard> boards) {
    Asked asked = last.get();
    if (asked == null || !asked.question().equals(question)) {
      Map<TopicPartition, Long> now = ends.ask();
      if (now == null) {
        return false;
      }
      asked = new Asked(question, now);
      last.set(asked);
    }
    return boards.get().reached(asked.ends());
  }
}
