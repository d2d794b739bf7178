package io.tidemark.streams.source;

import io.tidemark.model.log.Slice;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * The event time of everything derived from a slice: when it was read, or in a replay when it was
 * written.
 *
 * <p>It is limited to the timestamp of its record, which the broker has accepted. A broker rejects
 * timestamps too far in the future, and a rejected output would stop the job.
 */
public final class SliceTime implements TimestampExtractor {

  @Override
  public long extract(ConsumerRecord<Object, Object> lines, long partitionMillis) {
    long recordMillis = lines.timestamp();
    if (!(lines.value() instanceof Slice slice)) {
      return Math.max(0, recordMillis);
    }
    return recordMillis < 0 ? slice.toMillis() : Math.min(slice.toMillis(), recordMillis);
  }
}
