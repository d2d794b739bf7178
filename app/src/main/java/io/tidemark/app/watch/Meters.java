package io.tidemark.app.watch;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.regex.Pattern;

/** The registry of a process, without the Kafka clients' meters that Prometheus' linter refuses. */
public final class Meters {

  /** Names with an abbreviated unit or a count's ending, and two without a help text. */
  private static final Pattern REFUSED =
      Pattern.compile(
          "kafka\\..*(?:\\.time\\.(?:ns|ms)(?:\\..*)?|\\.count|\\.node\\.request\\.latency\\..*)");

  private Meters() {}

  public static PrometheusMeterRegistry registry() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    registry.config().meterFilter(MeterFilter.deny(Meters::refused));
    return registry;
  }

  private static boolean refused(Meter.Id id) {
    return REFUSED.matcher(id.getName().replace('-', '.').replace('_', '.')).matches();
  }
}
