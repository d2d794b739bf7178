package io.tidemark.streams;

import io.tidemark.model.meter.StallCheck.Work;
import java.util.Collection;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams;

/** The job's progress from Kafka's own metrics: records fetched by its consumers, and their lag. */
final class JobWork {

  private static final String OF_A_TOPIC = "topic";

  private JobWork() {}

  /** A job that is not running yet has pending work: partitions to get, and stores to restore. */
  static Work of(Collection<? extends Metric> metrics, KafkaStreams.State state) {
    double done = 0;
    boolean pending = state != KafkaStreams.State.RUNNING;
    for (Metric metric : metrics) {
      MetricName name = metric.metricName();
      if (name.name().equals("records-lag")) {
        pending |= number(metric) > 0;
      } else if (name.name().equals("process-total")
          || (name.name().equals("records-consumed-total")
              && !name.tags().containsKey(OF_A_TOPIC))) {
        done += number(metric);
      }
    }
    return new Work((long) done, pending);
  }

  private static double number(Metric metric) {
    return metric.metricValue() instanceof Double value && !value.isNaN() ? value : 0;
  }
}
