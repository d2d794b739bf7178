package io.tidemark.sink.read;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether everything written up to a moment was read. The outputs of one transaction reach
 * their partitions in no order, so one of them on the board does not imply the others. Therefore
 * the ends are requested once, open transactions included, and the reader must pass them.
 */
public final class EndOffsets {

  /** Leaves a margin within the second that callers allow. */
  private static final long LONGEST_WAIT_MILLIS = 900;

  /** The present end offsets; {@code null} if the broker does not answer in time. */
  private final Supplier<@Nullable Map<TopicPartition, Long>> ends;

  private final AtomicReference<@Nullable Asked> last = new AtomicReference<>();

  EndOffsets(Supplier<@Nullable Map<TopicPartition, Long>> ends) {
    this.ends = ends;
  }

  /**
   * Asks the broker for the ends of the board's topics.
   *
   * @param partitions of those topics; empty while they are unknown
   */
  public static EndOffsets of(Admin admin, Supplier<List<TopicPartition>> partitions) {
    return new EndOffsets(() -> ends(admin, partitions.get()));
  }

  private static @Nullable Map<TopicPartition, Long> ends(Admin admin, List<TopicPartition> asked) {
    if (asked.isEmpty()) {
      return null;
    }
    try {
      Map<TopicPartition, ListOffsetsResultInfo> ends =
          admin
              .listOffsets(
                  asked.stream()
                      .collect(Collectors.toMap(partition -> partition, p -> OffsetSpec.latest())),
                  new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
              .all()
              .get(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
      return ends.entrySet().stream()
          .collect(Collectors.toMap(Map.Entry::getKey, end -> end.getValue().offset()));
    } catch (TimeoutException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RetriableException) {
        return null;
      }
      throw new KafkaException("cannot ask for the ends of the topics", e.getCause());
    }
  }

  private record Asked(Object question, Map<TopicPartition, Long> ends) {}

  /**
   * Whether a reader has passed the ends that the partitions had when this question was first
   * asked. Also false while the broker does not answer.
   */
  public boolean passed(Object question, Supplier<PublishedBoard> boards) {
    Asked asked = last.get();
    if (asked == null || !asked.question().equals(question)) {
      Map<TopicPartition, Long> now = ends.get();
      if (now == null) {
        return false;
      }
      asked = new Asked(question, now);
      last.set(asked);
    }
    return boards.get().reached(asked.ends());
  }
}
