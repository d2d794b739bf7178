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
    return lines.value() instanceof LinesRecord.Text text
        ? of(text.slice(), lines.timestamp())
        : Math.max(0, lines.timestamp());
  }

  /** Of a slice that came in a record of this time. */
  static long of(Slice slice, long recordMillis) {
    return recordMillis < 0 ? slice.toMillis() : Math.min(slice.toMillis(), recordMillis);
  }
}
