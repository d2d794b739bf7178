package io.tidemark.streams.source;

import io.tidemark.model.ByteSize;
import io.tidemark.model.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.LogAndContinueExceptionHandler;
import org.jspecify.annotations.Nullable;

/**
 * Sends an unreadable record to the dead letters and continues. Kafka adds headers with the reason.
 * A record too large for these headers is cut to its head; otherwise it would stop the job.
 *
 * <p>Public because Kafka creates it by reflection.
 */
public final class DeadLetters extends LogAndContinueExceptionHandler {

  /** Header with the original size of a cut record's value, in bytes. */
  public static final String CUT = "cut";

  /** Leaves room for Kafka's headers, including a stack trace, and for the batch overhead. */
  public static final int MAX_BYTES = Topics.MAX_RECORD_BYTES - 64 * 1024;

  public static final int HEAD_BYTES = (int) ByteSize.MIB;

  /** Configuration key of a {@link Runnable} that is run for each letter. */
  public static final String COUNTER = "tidemark.dead.letters.counter";

  private static final int KEY_HEAD_BYTES = 4096;
  private static final String KAFKAS_OWN = "__streams.";

  /** Configuration key of the {@link Backlog} that a letter counts for. */
  public static final String BACKLOG = "tidemark.dead.letters.backlog";

  private Runnable counter = () -> {};
  private Backlog backlog = Backlog.none();

  @Override
  public void configure(Map<String, ?> configs) {
    super.configure(configs);
    if (configs.get(COUNTER) instanceof Runnable given) {
      counter = given;
    }
    if (configs.get(BACKLOG) instanceof Backlog given) {
      backlog = given;
    }
  }

  @Override
  public Response handleError(
      ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> found, Exception why) {
    counter.run();
    backlog.onRead(found.partition(), found.offset());
    List<ProducerRecord<byte[], byte[]>> letters =
        super.handleError(context, found, why).deadLetterQueueRecords();
    return Response.resume(letters.stream().map(DeadLetters::cut).toList());
  }

  private static ProducerRecord<byte[], byte[]> cut(ProducerRecord<byte[], byte[]> letter) {
    long foreign = 0;
    for (Header header : letter.headers()) {
      if (!header.key().startsWith(KAFKAS_OWN)) {
        foreign += header.key().length() + (long) lengthOf(header.value());
      }
    }
    if (lengthOf(letter.key()) + (long) lengthOf(letter.value()) + foreign <= MAX_BYTES) {
      return letter;
    }
    List<Header> headers =
        StreamSupport.stream(letter.headers().spliterator(), false)
            .filter(header -> header.key().startsWith(KAFKAS_OWN))
            .toList();
    byte[] key = head(letter.key(), KEY_HEAD_BYTES);
    byte[] value = head(letter.value(), HEAD_BYTES);
    ProducerRecord<byte[], byte[]> head =
        new ProducerRecord<>(letter.topic(), null, letter.timestamp(), key, value, headers);
    String bytes = Integer.toString(lengthOf(letter.value()));
    head.headers().add(new RecordHeader(CUT, bytes.getBytes(StandardCharsets.UTF_8)));
    return head;
  }

  private static int lengthOf(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }

  @SuppressWarnings("NullAway") // a record may lack a key or a value, and still does afterwards
  private static byte[] head(byte[] bytes, int length) {
    return bytes == null || bytes.length <= length ? bytes : Arrays.copyOf(bytes, length);
  }
}
