package io.tidemark.streams;

import static org.apache.kafka.streams.StreamsConfig.CONSUMER_PREFIX;
import static org.apache.kafka.streams.StreamsConfig.MAIN_CONSUMER_PREFIX;
import static org.apache.kafka.streams.StreamsConfig.PRODUCER_PREFIX;

import io.tidemark.model.Refusal;
import io.tidemark.model.wire.Topics;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** The job's Kafka properties: defaults, then the user's, then fixed values. */
public final class JobProperties {

  public static final String APPLICATION_ID = Topics.PREFIX + "-streams";

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
    Properties properties = read("job.properties");
    if (config.board() != null) {
      properties.putAll(read("job-of-board.properties"));
    }
    properties.putAll(config.kafka());
    Properties fixed = read("job-fixed.properties");
    fixed.put(StreamsConfig.APPLICATION_ID_CONFIG, config.applicationId());
    fixed.put(StreamsConfig.STATE_DIR_CONFIG, config.stateDir().toString());
    fixed.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, config.instance());
    fixed.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, Topics.DEAD_LETTERS.name());
    fixed.forEach((key, value) -> fix(properties, config.kafka(), key.toString(), value));
    return properties;
  }

  private static Properties read(String name) {
    Properties properties = new Properties();
    try (InputStream file = JobProperties.class.getResourceAsStream(name)) {
      properties.load(file);
      return properties;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
