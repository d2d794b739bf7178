package io.tidemark.app.pipeline;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.wire.Topics;
import java.util.regex.Pattern;

/** Creates the registry of a process, without useless meters of the Kafka clients. */
public final class Meters {

  /**
   * Prometheus' linter rejects them: an abbreviated unit, the suffix of a count, two without a help
   * text.
   */
  private static final String REFUSED =
      "kafka\\..*(?:\\.time\\.(?:ns|ms)(?:\\..*)?|\\.count|\\.node\\.request\\.latency\\..*)";

  /** One series per task and store; most are not recorded at Kafka's default level. */
  private static final String OF_EACH_STORE =
      "kafka\\.stream\\.(?:state|processor\\.node|record\\.cache)\\..*";

  /** One series per partition; not needed for the lag. */
  private static final String OF_EACH_PARTITION =
      "kafka\\.consumer\\.fetch\\.manager\\.(?:preferred\\.read\\.replica|records\\.lead.*)";

  private static final Pattern DENIED =
      Pattern.compile(String.join("|", REFUSED, OF_EACH_STORE, OF_EACH_PARTITION));

  /** Kafka adds a second meter per topic, with underscores instead of the dots in its name. */
  private static final String TOPIC_AGAIN = Topics.PREFIX + "_";

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
