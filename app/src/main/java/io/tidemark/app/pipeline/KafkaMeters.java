package io.tidemark.app.pipeline;

import java.util.Set;

/** Which meters of Kafka's clients a program serves. */
public enum KafkaMeters {
  /** Those that a dashboard or an alert names. */
  SHOWN,
  /** All that say something. */
  ALL;

  private static final String PREFIX = "kafka.";

  /** The meters that a dashboard or an alert names. */
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
