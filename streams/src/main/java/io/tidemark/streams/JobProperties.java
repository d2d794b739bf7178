package io.tidemark.streams;

import static org.apache.kafka.clients.CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG;
import static org.apache.kafka.clients.CommonClientConfigs.SESSION_TIMEOUT_MS_CONFIG;
import static org.apache.kafka.clients.consumer.ConsumerConfig.GROUP_INSTANCE_ID_CONFIG;
import static org.apache.kafka.clients.consumer.ConsumerConfig.ISOLATION_LEVEL_CONFIG;
import static org.apache.kafka.clients.consumer.ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG;
import static org.apache.kafka.clients.consumer.ConsumerConfig.MAX_POLL_RECORDS_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.BATCH_SIZE_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.COMPRESSION_TYPE_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.LINGER_MS_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.MAX_REQUEST_SIZE_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.TRANSACTION_TIMEOUT_CONFIG;
import static org.apache.kafka.streams.StreamsConfig.APPLICATION_ID_CONFIG;
import static org.apache.kafka.streams.StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG;
import static org.apache.kafka.streams.StreamsConfig.COMMIT_INTERVAL_MS_CONFIG;
import static org.apache.kafka.streams.StreamsConfig.CONSUMER_PREFIX;
import static org.apache.kafka.streams.StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG;
import static org.apache.kafka.streams.StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG;
import static org.apache.kafka.streams.StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG;
import static org.apache.kafka.streams.StreamsConfig.EXACTLY_ONCE_V2;
import static org.apache.kafka.streams.StreamsConfig.GROUP_PROTOCOL_CONFIG;
import static org.apache.kafka.streams.StreamsConfig.MAIN_CONSUMER_PREFIX;
import static org.apache.kafka.streams.StreamsConfig.NUM_STREAM_THREADS_CONFIG;
import static org.apache.kafka.streams.StreamsConfig.POLL_MS_CONFIG;
import static org.apache.kafka.streams.StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG;
import static org.apache.kafka.streams.StreamsConfig.PROCESSING_GUARANTEE_CONFIG;
import static org.apache.kafka.streams.StreamsConfig.PRODUCER_PREFIX;
import static org.apache.kafka.streams.StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG;
import static org.apache.kafka.streams.StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG;
import static org.apache.kafka.streams.StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG;
import static org.apache.kafka.streams.StreamsConfig.STATE_DIR_CONFIG;

import io.tidemark.model.ByteSize;
import io.tidemark.model.Refusal;
import io.tidemark.model.wire.Topics;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.errors.DefaultProductionExceptionHandler;
import org.apache.kafka.streams.errors.LogAndFailProcessingExceptionHandler;

/** The job's Kafka properties: its defaults, the user's over them, and what nobody may change. */
final class JobProperties {

  static final String APPLICATION_ID = "tidemark-streams";

  /** Without a prefix, so that the user's win with one ({@code main.consumer.…}) or without. */
  private static final Map<String, Object> DEFAULTS =
      Map.ofEntries(
          Map.entry(NUM_STREAM_THREADS_CONFIG, 1),
          // Records are slices of up to 64 KiB: the client's own bounds would hold half a gigabyte.
          Map.entry(BUFFERED_RECORDS_PER_PARTITION_CONFIG, 64),
          Map.entry(STATESTORE_CACHE_MAX_BYTES_CONFIG, 64 * ByteSize.MIB),
          Map.entry(ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, SmallStores.class.getName()),
          Map.entry(MAX_POLL_RECORDS_CONFIG, 256),
          // While stores are read back, which takes as long at the end of each.
          Map.entry(POLL_MS_CONFIG, 10),
          Map.entry(MAX_PARTITION_FETCH_BYTES_CONFIG, Topics.MAX_RECORD_BYTES),
          // How long a killed instance's work waits for another one.
          Map.entry(SESSION_TIMEOUT_MS_CONFIG, 10_000),
          Map.entry(TRANSACTION_TIMEOUT_CONFIG, 10_000),
          Map.entry(COMPRESSION_TYPE_CONFIG, "lz4"),
          Map.entry(LINGER_MS_CONFIG, 5),
          Map.entry(BATCH_SIZE_CONFIG, 256 * 1024),
          Map.entry(MAX_REQUEST_SIZE_CONFIG, Topics.MAX_RECORD_BYTES));

  /**
   * Where readers have the topics alone. The tracker asks for a commit when one is due; the
   * interval is for what is left.
   */
  private static final Map<String, Object> OF_TOPICS = Map.of(COMMIT_INTERVAL_MS_CONFIG, 500);

  /** Where a board is handed each flush, which follows what was read in the same turn. */
  private static final Map<String, Object> OF_BOARD =
      Map.of(
          COMMIT_INTERVAL_MS_CONFIG,
          5_000,
          // Nobody sees a record before its commit, which sends what is left.
          LINGER_MS_CONFIG,
          1_000,
          // What was read stays in the live state: the cache only gathers what a commit writes.
          STATESTORE_CACHE_MAX_BYTES_CONFIG,
          8 * ByteSize.MIB,
          // One turn's records fit the young generation; larger turns cause full collections. With
          // a prefix, since stores are read back in larger steps; a watch has no user's properties.
          MAIN_CONSUMER_PREFIX + MAX_POLL_RECORDS_CONFIG,
          16,
          BUFFERED_RECORDS_PER_PARTITION_CONFIG,
          16,
          MAIN_CONSUMER_PREFIX + MAX_PARTITION_FETCH_BYTES_CONFIG,
          (int) ByteSize.MIB / 4,
          // A start asks for much that a broker of our own is about to have.
          RETRY_BACKOFF_MS_CONFIG,
          20,
          // The thread of a consumer's heartbeats wakes as often.
          CONSUMER_PREFIX + RETRY_BACKOFF_MS_CONFIG,
          100);

  /** Under which Kafka Streams takes a property for one of its clients, or for all. */
  private static final List<String> PREFIXES =
      List.of("", CONSUMER_PREFIX, MAIN_CONSUMER_PREFIX, PRODUCER_PREFIX);

  private JobProperties() {}

  /**
   * @throws Refusal when the user's properties would undo what the job promises
   */
  static Properties of(StreamsJobConfig config) {
    Properties properties = new Properties();
    properties.putAll(DEFAULTS);
    properties.putAll(config.board() == null ? OF_TOPICS : OF_BOARD);
    properties.putAll(config.kafka());
    fixed(config).forEach((key, value) -> fix(properties, config.kafka(), key, value));
    return properties;
  }

  /** What exactly-once, restarts and dead letters hang on. */
  private static Map<String, Object> fixed(StreamsJobConfig config) {
    return Map.ofEntries(
        Map.entry(APPLICATION_ID_CONFIG, APPLICATION_ID),
        Map.entry(PROCESSING_GUARANTEE_CONFIG, EXACTLY_ONCE_V2),
        Map.entry(STATE_DIR_CONFIG, config.stateDir().toString()),
        // Static members need the classic protocol; both together make a restart quick.
        Map.entry(GROUP_INSTANCE_ID_CONFIG, config.instance()),
        Map.entry(GROUP_PROTOCOL_CONFIG, "classic"),
        Map.entry(ISOLATION_LEVEL_CONFIG, "read_committed"),
        // One that goes on would commit what was read and lose what it emitted.
        Map.entry(
            PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
            DefaultProductionExceptionHandler.class.getName()),
        Map.entry(ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true),
        Map.entry(DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, DeadLetters.class.getName()),
        Map.entry(ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, Topics.DEAD_LETTERS.name()),
        // What the analysis cannot take is a fault of ours, and going on would lose lines.
        Map.entry(
            PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
            LogAndFailProcessingExceptionHandler.class.getName()));
  }

  private static void fix(
      Properties properties, Map<String, Object> user, String key, Object value) {
    for (String prefix : PREFIXES) {
      Object found = user.get(prefix + key);
      if (found != null && !found.toString().equals(value.toString())) {
        throw new Refusal(
            "%s%s: found %s, the streams job allows only %s".formatted(prefix, key, found, value));
      }
    }
    properties.put(key, value);
  }
}
