package io.tidemark.app.cli;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.app.pipeline.KafkaMeters;
import io.tidemark.app.pipeline.Meters;
import picocli.CommandLine.Option;

/** Whether all meters of Kafka's clients are served. */
final class KafkaMetricsOption {

  @Option(names = "--kafka-metrics")
  boolean all;

  KafkaMeters value() {
    return all ? KafkaMeters.ALL : KafkaMeters.SHOWN;
  }

  /** A registry with the selected meters. */
  PrometheusMeterRegistry registry() {
    return Meters.registry(value());
  }
}
