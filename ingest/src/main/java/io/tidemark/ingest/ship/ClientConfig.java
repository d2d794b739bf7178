package io.tidemark.ingest.ship;

import io.tidemark.model.Refusal;
import io.tidemark.model.wire.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Opens Kafka's clients with the user's properties and Tidemark's: some are defaults, others are
 * fixed.
 */
final class ClientConfig {

  static final String SERVERS = ProducerConfig.BOOTSTRAP_SERVERS_CONFIG;

  private ClientConfig() {}

  /** Refuses properties that would break delivery once and in order. */
  static void check(Map<String, Object> kafka) {
    if (kafka.getOrDefault(SERVERS, "").toString().isBlank()) {
      throw new Refusal(SERVERS + ": none given; want host:port of a Kafka broker");
    }
    allowed(kafka, ProducerConfig.ACKS_CONFIG, List.of("all", "-1"));
    allowed(kafka, ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, List.of("true"));
    allowed(kafka, ProducerConfig.TRANSACTIONAL_ID_CONFIG, List.of());
  }

  private static void allowed(Map<String, Object> kafka, String key, List<String> values) {
    Object found = kafka.get(key);
    if (found != null && !values.contains(found.toString())) {
      throw new Refusal(
          "%s: found '%s'; want %s for the tailer"
              .formatted(key, found, values.isEmpty() ? "none" : "'" + values.get(0) + "'"));
    }
  }

  /**
   * Properties of the producer. It waits through an outage of any length. Reading stops when the
   * limit of bytes in flight is reached, so no data is lost and memory stays bounded.
   */
  static Map<String, Object> producerOf(Map<String, Object> kafka) {
    Map<String, Object> all = new HashMap<>();
    all.put(ProducerConfig.CLIENT_ID_CONFIG, "tidemark-ingest");
    all.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    all.put(ProducerConfig.LINGER_MS_CONFIG, 5);
    // The producer keeps a buffer of this size for each batch that was ever under way at a time.
    all.put(ProducerConfig.BATCH_SIZE_CONFIG, 128 * 1024);
    // A new broker has no producer id to assign at first; this retry pause does not grow.
    all.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, 20);
    // A send without a broker is retried; in the meantime the tailer must notice a stop request.
    all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 1_000);
    all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
    all.putAll(kafka);
    all.put(ProducerConfig.ACKS_CONFIG, "all");
    all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    all.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Topics.MAX_RECORD_BYTES);
    return all;
  }

  /**
   * Opens a consumer of the topics that tailers write.
   *
   * @throws Refusal when a client property is wrong
   */
  static Consumer<byte[], byte[]> consumer(Map<String, Object> kafka) {
    return open(kafka, consumerOf(kafka));
  }

  /**
   * Opens a consumer that reads topics only to their present end. A fetch there waits for more
   * records, and until then the broker answers no other request on that connection.
   *
   * @throws Refusal when a client property is wrong
   */
  static Consumer<byte[], byte[]> reader(Map<String, Object> kafka) {
    Map<String, Object> all = consumerOf(kafka);
    all.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 10);
    return open(kafka, all);
  }

  private static Consumer<byte[], byte[]> open(
      Map<String, Object> kafka, Map<String, Object> properties) {
    check(kafka);
    try {
      return new KafkaConsumer<>(
          properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    } catch (KafkaException e) {
      throw refusalIn(e);
    }
  }

  private static Map<String, Object> consumerOf(Map<String, Object> kafka) {
    Map<String, Object> all = new HashMap<>(kafka);
    all.putIfAbsent(ConsumerConfig.CLIENT_ID_CONFIG, "tidemark-ingest-positions");
    all.remove(ConsumerConfig.GROUP_ID_CONFIG);
    all.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    return all;
  }

  /**
   * Returns the broker's answer.
   *
   * @throws IllegalStateException when it does not answer in time
   */
  static <T> T asking(Map<String, Object> kafka, Supplier<T> question) {
    try {
      return question.get();
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "no Kafka broker answered in time at %s=%s".formatted(SERVERS, kafka.get(SERVERS)), e);
    } catch (KafkaException e) {
      throw refusalIn(e);
    }
  }

  /** Unwraps a wrong property from the client's exception, since the user needs that reason. */
  static RuntimeException refusalIn(KafkaException e) {
    Throwable cause = e instanceof ConfigException ? e : e.getCause();
    if (cause instanceof ConfigException) {
      Refusal refusal = new Refusal(String.valueOf(cause.getMessage()));
      refusal.initCause(e);
      return refusal;
    }
    return e;
  }
}
