package io.tidemark.sink.meter;

import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.apache.kafka.clients.consumer.Consumer;

/** Meters of this process and of its consumer, by Micrometer's own binders. */
public final class ProcessMeters implements AutoCloseable {

  private final JvmGcMetrics gc = new JvmGcMetrics();
  private final KafkaClientMetrics client;
  private final CompositeMeterRegistry clientMeters = new CompositeMeterRegistry();

  public ProcessMeters(PrometheusMeterRegistry meters, Consumer<?, ?> consumer) {
    new JvmMemoryMetrics().bindTo(meters);
    gc.bindTo(meters);
    new ProcessorMetrics().bindTo(meters);
    new UptimeMetrics().bindTo(meters);
    // A registry of its own in between: a filter on the given one would hit other programs' meters.
    clientMeters.config().meterFilter(MeterFilter.accept());
    clientMeters.add(meters);
    client = new KafkaClientMetrics(consumer);
    client.bindTo(clientMeters);
  }

  @Override
  public void close() {
    client.close();
    clientMeters.close();
    gc.close();
  }
}
