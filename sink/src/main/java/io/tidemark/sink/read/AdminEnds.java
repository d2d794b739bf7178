package io.tidemark.sink.read;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

/** Asks the broker for the ends of the board's topics, open transactions included. */
public final class AdminEnds implements EndOffsets.Ends {

  /** Leaves a margin within the second that callers allow. */
  private static final long LONGEST_WAIT_MILLIS = 900;

  private final Admin admin;

  private final Supplier<List<TopicPartition>> partitions;

  /**
   * @param partitions of those topics; empty while they are unknown
   */
  public AdminEnds(Admin admin, Supplier<List<TopicPartition>> partitions) {
    this.admin = admin;
    this.partitions = partitions;
  }

  @Override
  public @Nullable Map<TopicPartition, Long> ask() {
    List<TopicPartition> asked = partitions.get();
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
}
