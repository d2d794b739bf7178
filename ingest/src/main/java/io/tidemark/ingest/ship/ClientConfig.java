package io.tidemark.ingest.ship;

import io.tidemark.model.Refusal;
import io.tidemark.model.wire.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/** Combines the user's client properties with Tidemark's: some are defaults, others are fixed. */
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
  static Map<String, Object> producer(Map<String, Object> kafka) {
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

  static Map<String, Object> consumer(Map<String, Object> kafka) {
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
   * Properties of a reader. A fetch at the end of a topic waits for more records. Until then the
   * broker answers no other request on that connection.
   */
  static Map<String, Object> reader(Map<String, Object> kafka) {
    Map<String, Object> all = consumer(kafka);
    all.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 10);
    return all;
  }
}
