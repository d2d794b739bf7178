package io.tidemark.sink.meter;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.tidemark.model.BuildVersion;
import io.tidemark.sink.figure.BoardMeter;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Meters of this process and of its Kafka client, by Micrometer's own binders, as far as their
 * names pass {@code promtool check metrics}.
 */
public final class ProcessMeters implements AutoCloseable {

  private static final String COUNT = ".count";

  private final PrometheusMeterRegistry meters;

  /** A registry of its own, because a filter on the given one would hit other programs' meters. */
  private final CompositeMeterRegistry filtered = new CompositeMeterRegistry();

  private final JvmGcMetrics gc = new JvmGcMetrics();
  private final @Nullable KafkaClientMetrics client;

  private ProcessMeters(PrometheusMeterRegistry meters, @Nullable KafkaClientMetrics client) {
    this.meters = meters;
    this.client = client;
    filtered
        .config()
        .meterFilter(MeterFilter.deny(ProcessMeters::inMillisOrNanos))
        // The binder would take a renamed meter for a new one and bind it again every minute.
        .meterFilter(MeterFilter.deny(ProcessMeters::countOfClient))
        .meterFilter(new PluralForCount());
    filtered.add(meters);
    new JvmMemoryMetrics().bindTo(filtered);
    gc.bindTo(filtered);
    new ProcessorMetrics().bindTo(filtered);
    new UptimeMetrics().bindTo(filtered);
    if (client != null) {
      client.bindTo(filtered);
    }
  }

  public static ProcessMeters of(PrometheusMeterRegistry meters, Consumer<?, ?> consumer) {
    return new ProcessMeters(meters, new KafkaClientMetrics(consumer));
  }

  /** The same of a program without a board, which states its build, and without a consumer. */
  public static ProcessMeters of(PrometheusMeterRegistry meters) {
    Labels version = Labels.of(BoardMeter.BUILD.labels().get(0), BuildVersion.current());
    InfoSnapshot build =
        new InfoSnapshot(BoardMeter.BUILD.metadata(), List.of(new InfoDataPointSnapshot(version)));
    meters.getPrometheusRegistry().register((Collector) () -> build);
    return new ProcessMeters(meters, null);
  }

  /** Removes the consumer's meters. Those of the process stay, since others may have bound them. */
  @Override
  public void close() {
    if (client != null) {
      client.close();
    }
    gc.close();
    // Closing the composite would also close the given registry.
    filtered.remove(meters);
  }

  private static boolean inMillisOrNanos(Meter.Id id) {
    return "ns".equals(id.getBaseUnit())
        || id.getName().contains(".ns.")
        || id.getName().endsWith(".ms");
  }

  private static boolean countOfClient(Meter.Id id) {
    return id.getName().startsWith("kafka.") && id.getName().endsWith(COUNT);
  }

  /**
   * Renames {@code system.cpu.count} to {@code system.cpus}: the suffix {@code count} is reserved
   * for histograms.
   */
  private static final class PluralForCount implements MeterFilter {
    @Override
    public Meter.Id map(Meter.Id id) {
      String name = id.getName();
      return name.endsWith(COUNT)
          ? id.withName(name.substring(0, name.length() - COUNT.length()) + "s")
          : id;
    }
  }
}
