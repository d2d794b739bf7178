package io.tidemark.app.pipeline;

import java.util.Set;

/** Selects the meters of Kafka's clients that a program serves. */
public enum KafkaMeters {
  /** Only those used by a dashboard or an alert. */
  SHOWN,
  /** All useful ones. */
  ALL;

  private static final String PREFIX = "kafka.";

  /** The meters used by a dashboard or an alert. */
  static final Set<String> NAMES = Set.of("kafka.consumer.fetch.manager.records.lag.max");

  /**
   * Whether a meter is served.
   *
   * @param name of any meter, with dots
   */
  boolean serves(String name) {
    return this == ALL || !name.startsWith(PREFIX) || NAMES.contains(name);
  }
}
