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
import io.tidemark.streams.job.SmallStores;
import io.tidemark.streams.read.DeadLetters;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.errors.DefaultProductionExceptionHandler;
import org.apache.kafka.streams.errors.LogAndFailProcessingExceptionHandler;

/** The job's Kafka properties: defaults, then the user's, then fixed values. */
public final class JobProperties {

  public static final String APPLICATION_ID = "tidemark-streams";

  /**
   * Without prefix, so that the user's properties override them with a prefix ({@code
   * main.consumer.…}) or without.
   */
  private static final Map<String, Object> DEFAULTS =
      Map.ofEntries(
          Map.entry(NUM_STREAM_THREADS_CONFIG, 1),
          // Records are slices of up to 64 KiB; with Kafka's default, buffers would hold half a
          // gigabyte.
          Map.entry(BUFFERED_RECORDS_PER_PARTITION_CONFIG, 64),
          Map.entry(STATESTORE_CACHE_MAX_BYTES_CONFIG, 64 * ByteSize.MIB),
          Map.entry(ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, SmallStores.class.getName()),
          Map.entry(MAX_POLL_RECORDS_CONFIG, 256),
          // Applies while stores are restored, where the end of each restore takes one poll.
          Map.entry(POLL_MS_CONFIG, 10),
          Map.entry(MAX_PARTITION_FETCH_BYTES_CONFIG, Topics.MAX_RECORD_BYTES),
          // The time after which another instance takes over the work of a killed one.
          Map.entry(SESSION_TIMEOUT_MS_CONFIG, 10_000),
          Map.entry(TRANSACTION_TIMEOUT_CONFIG, 10_000),
          Map.entry(COMPRESSION_TYPE_CONFIG, "lz4"),
          Map.entry(LINGER_MS_CONFIG, 5),
          Map.entry(BATCH_SIZE_CONFIG, 256 * 1024),
          Map.entry(MAX_REQUEST_SIZE_CONFIG, Topics.MAX_RECORD_BYTES));

  /**
   * Used when all readers read the topics. The tracker requests a commit when one is due; this
   * interval covers the rest.
   */
  private static final Map<String, Object> OF_TOPICS = Map.of(COMMIT_INTERVAL_MS_CONFIG, 500);

  /** Used with a board, which gets each flush directly after the records were processed. */
  private static final Map<String, Object> OF_BOARD =
      Map.of(
          COMMIT_INTERVAL_MS_CONFIG,
          5_000,
          // Readers see records only after the commit, which sends all that linger.
          LINGER_MS_CONFIG,
          1_000,
          // The live state keeps everything read; the cache only collects the writes of a commit.
          STATESTORE_CACHE_MAX_BYTES_CONFIG,
          8 * ByteSize.MIB,
          // The records of one turn fit the young generation; larger turns cause full collections.
          // The prefix keeps larger steps for restores. A watch has no user properties to override.
          MAIN_CONSUMER_PREFIX + MAX_POLL_RECORDS_CONFIG,
          16,
          BUFFERED_RECORDS_PER_PARTITION_CONFIG,
          16,
          MAIN_CONSUMER_PREFIX + MAX_PARTITION_FETCH_BYTES_CONFIG,
          (int) ByteSize.MIB / 4,
          // At the start many requests fail briefly, because the embedded broker is not ready yet.
          RETRY_BACKOFF_MS_CONFIG,
          20,
          // Also the wake-up interval of the consumer's heartbeat thread, so it must not be as
          // short.
          CONSUMER_PREFIX + RETRY_BACKOFF_MS_CONFIG,
          100);

  /** Prefixes with which Kafka Streams applies a property to one client or to all. */
  private static final List<String> PREFIXES =
      List.of("", CONSUMER_PREFIX, MAIN_CONSUMER_PREFIX, PRODUCER_PREFIX);

  private JobProperties() {}

  /**
   * The properties of a job.
   *
   * @throws Refusal when the user's properties would break a guarantee of the job
   */
  public static Properties of(StreamsJobConfig config) {
    Properties properties = new Properties();
    properties.putAll(DEFAULTS);
    properties.putAll(config.board() == null ? OF_TOPICS : OF_BOARD);
    properties.putAll(config.kafka());
    fixed(config).forEach((key, value) -> fix(properties, config.kafka(), key, value));
    return properties;
  }

  /** Properties that exactly-once processing, restarts and dead letters depend on. */
  private static Map<String, Object> fixed(StreamsJobConfig config) {
    return Map.ofEntries(
        Map.entry(APPLICATION_ID_CONFIG, APPLICATION_ID),
        Map.entry(PROCESSING_GUARANTEE_CONFIG, EXACTLY_ONCE_V2),
        Map.entry(STATE_DIR_CONFIG, config.stateDir().toString()),
        // Static members need the classic protocol; with both, a restart is quick.
        Map.entry(GROUP_INSTANCE_ID_CONFIG, config.instance()),
        Map.entry(GROUP_PROTOCOL_CONFIG, "classic"),
        Map.entry(ISOLATION_LEVEL_CONFIG, "read_committed"),
        // A handler that continues would commit the input and lose the output.
        Map.entry(
            PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
            DefaultProductionExceptionHandler.class.getName()),
        Map.entry(ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true),
        Map.entry(DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, DeadLetters.class.getName()),
        Map.entry(ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, Topics.DEAD_LETTERS.name()),
        // What is not a fault of one source is an error of Kafka or of the machine.
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
