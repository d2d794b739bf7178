package io.tidemark.streams;

import io.tidemark.model.Slice;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * A slice's own time is the time of all that it says: when it was read, or in a replay when it was
 * written. It is held to the time of the record that brought it, which the broker has let pass: a
 * broker refuses records from too far ahead, and a refused output would stop the job.
 */
final class SliceTime implements TimestampExtractor {

  @Override
  public long extract(ConsumerRecord<Object, Object> lines, long partitionMillis) {
    long sliceMillis = ((Slice) lines.value()).toMillis();
    return lines.timestamp() < 0 ? sliceMillis : Math.min(sliceMillis, lines.timestamp());
  }
}
