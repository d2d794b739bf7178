package io.tidemark.app.pipeline;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.regex.Pattern;

/** The registry of a process, with those of the Kafka clients' meters that say something. */
public final class Meters {

  /** Prometheus' linter refuses them: an abbreviated unit, a count's ending, two without a help. */
  private static final String REFUSED =
      "kafka\\..*(?:\\.time\\.(?:ns|ms)(?:\\..*)?|\\.count|\\.node\\.request\\.latency\\..*)";

  /** A series for each task and store, most of them not recorded at Kafka's own level. */
  private static final String OF_EACH_STORE =
      "kafka\\.stream\\.(?:state|processor\\.node|record\\.cache)\\..*";

  /** A series for each partition, which no lag needs. */
  private static final String OF_EACH_PARTITION =
      "kafka\\.consumer\\.fetch\\.manager\\.(?:preferred\\.read\\.replica|records\\.lead.*)";

  private static final Pattern DENIED =
      Pattern.compile(String.join("|", REFUSED, OF_EACH_STORE, OF_EACH_PARTITION));

  /** Kafka repeats a topic with dots in its name under this label. */
  private static final String TOPIC_AGAIN = "tidemark_";

  private Meters() {}

  /**
   * A new registry.
   *
   * @param kafka the meters of Kafka's clients that are served
   */
  public static PrometheusMeterRegistry registry(KafkaMeters kafka) {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    registry.config().meterFilter(MeterFilter.deny(id -> denied(id, kafka)));
    return registry;
  }

  private static boolean denied(Meter.Id id, KafkaMeters kafka) {
    String name = id.getName().replace('-', '.').replace('_', '.');
    String topic = id.getName().startsWith("kafka") ? id.getTag("topic") : null;
    return !kafka.serves(name)
        || DENIED.matcher(name).matches()
        || (topic != null && topic.startsWith(TOPIC_AGAIN));
  }
}
