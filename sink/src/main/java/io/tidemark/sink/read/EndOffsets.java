package io.tidemark.sink.read;

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
 * Tells when everything written up to a moment was read. The outputs of one transaction reach their
 * partitions in no order: one of them on the board says nothing of the rest. So the ends are asked
 * once after the first was seen, open transactions included, and must then be passed.
 */
public final class EndOffsets implements AutoCloseable {

  private static final long LONGEST_WAIT_MILLIS = 900;

  private final Admin admin;
  private final AtomicReference<@Nullable Asked> last = new AtomicReference<>();

  public EndOffsets(Admin admin) {
    this.admin = admin;
  }

  private record Asked(Object question, Map<TopicPartition, Long> ends) {}

  /**
   * Whether a reader has passed the ends that the partitions had when this question was first put;
   * false as well while the broker does not answer. Waits a second at most.
   */
  public boolean passed(Object question, Supplier<Reading> readings) {
    Asked asked = last.get();
    if (asked == null || !asked.question().equals(question)) {
      asked = ask(question);
      last.set(asked);
    }
    return asked != null && readings.get().reached(asked.ends());
  }

  private @Nullable Asked ask(Object question) {
    try {
      Map<TopicPartition, ListOffsetsResultInfo> ends =
          admin
              .listOffsets(
                  Reader.PARTITIONS.stream()
                      .collect(Collectors.toMap(partition -> partition, p -> OffsetSpec.latest())),
                  new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
              .all()
              .get(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
      return new Asked(
          question,
          ends.entrySet().stream()
              .collect(Collectors.toMap(Map.Entry::getKey, end -> end.getValue().offset())));
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

  @Override
  public void close() {
    admin.close();
  }
}
