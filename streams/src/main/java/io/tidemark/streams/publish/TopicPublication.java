package io.tidemark.streams.publish;

import java.time.Instant;
import java.util.List;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * For readers of the topics only: they see a record when it is committed, so a commit follows at
 * once.
 */
public record TopicPublication(ProcessorContext<byte[], byte[]> context) implements Publication {

  public static String sink(String topic) {
    return "write-" + topic;
  }

  @Override
  public void emit(List<Outgoing> records) {
    records.forEach(this::emit);
  }

  @SuppressWarnings("NullAway") // a sink writes a null value as a tombstone
  void emit(Outgoing ready) {
    context.forward(
        new Record<>(ready.key(), ready.value(), ready.timeMillis(), ready.headers()),
        sink(ready.topic()));
  }

  @Override
  public Instant nextFlush(long nowMillis, long flushedMillis) {
    return FlushTimer.nextMoment(nowMillis);
  }

  @Override
  public boolean flushed(boolean worked, long nowMillis) {
    return worked;
  }
}
