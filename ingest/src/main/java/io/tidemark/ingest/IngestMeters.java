package io.tidemark.ingest;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * The tailer's meters.
 *
 * <p>{@code tidemark.lines.read = tidemark.lines.shipped + lines in flight}; once drained the two
 * are equal. Per log {@code tidemark.file.size − tidemark.file.offset} is what is still to be
 * shipped, a last line without its end included. A line that is read again after a restart is
 * counted again here, and as a duplicate by the streams.
 */
final class IngestMeters {

  /** Logs beyond these have no gauges of their own, so that the set of labels stays bounded. */
  static final int MAX_SOURCES = 50;

  private final MeterRegistry registry;
  private final Ingest ingest;
  private final Set<String> admitted = new HashSet<>();

  IngestMeters(MeterRegistry registry, Ingest ingest) {
    this.registry = registry;
    this.ingest = ingest;
    FunctionCounter.builder("tidemark.lines.read", ingest, i -> i.counts().read())
        .description("Whole lines cut from the logs")
        .register(registry);
    FunctionCounter.builder("tidemark.lines.shipped", ingest, i -> i.counts().shipped())
        .description("Lines that the broker has acknowledged")
        .register(registry);
  }

  /** Gives new logs their gauges, while there is room. */
  void admit(List<Progress> logs) {
    for (Progress log : logs) {
      if (admitted.size() < MAX_SOURCES && admitted.add(log.source())) {
        gauge("offset", "Bytes shipped and acknowledged", log.source(), Progress::shippedBytes);
        gauge("size", "Bytes in the log when last looked at", log.source(), Progress::sizeBytes);
      }
    }
  }

  private void gauge(
      String name, String description, String source, ToDoubleFunction<Progress> figure) {
    Gauge.builder("tidemark.file." + name, ingest, i -> figure(i, source, figure))
        .description(description)
        .baseUnit(BaseUnits.BYTES)
        .tag("source", source)
        .register(registry);
  }

  private static double figure(Ingest ingest, String source, ToDoubleFunction<Progress> figure) {
    return ingest.progress().stream()
        .filter(log -> log.source().equals(source))
        .mapToDouble(figure)
        .findFirst()
        .orElse(Double.NaN);
  }
}
