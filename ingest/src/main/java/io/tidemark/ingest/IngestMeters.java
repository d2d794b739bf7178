package io.tidemark.ingest;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.tidemark.ingest.find.Excluded;
import io.tidemark.ingest.follow.Tailer;
import io.tidemark.ingest.generation.LineCounts;
import io.tidemark.ingest.generation.SourceProgress;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * The tailer's meters.
 *
 * <p>{@code tidemark.lines.read = tidemark.lines.shipped + lines in flight}; once drained the two
 * are equal. Per log, {@code tidemark.file.size − tidemark.file.offset} is the number of bytes
 * still to be shipped, including an unfinished last line. A line that is read again after a restart
 * is counted again here, and as a duplicate by the streams job.
 */
final class IngestMeters {

  /** Further logs get no gauges of their own, so that the set of labels stays bounded. */
  static final int MAX_SOURCES = 50;

  private final MeterRegistry registry;
  private final Ingest ingest;
  private final Set<String> admitted = new HashSet<>();

  IngestMeters(MeterRegistry registry, Ingest ingest) {
    this.registry = registry;
    this.ingest = ingest;
    counter("tidemark.lines.read", "Whole lines cut from the logs", t -> t.counts().read());
    counter(
        "tidemark.lines.shipped",
        "Lines that the broker has acknowledged",
        t -> t.counts().shipped());
    counter(
        "tidemark.bytes.hole",
        "NUL bytes that were passed over at the start of logs",
        t -> t.counts().holeBytes());
    counter(
        "tidemark.bytes.lost",
        "Bytes that were seen in logs and cut away before they were read",
        t -> t.counts().lostBytes());
    for (LineCounts.Reason reason : LineCounts.Reason.values()) {
      FunctionCounter.builder(
              "tidemark.generations.lost", ingest, i -> i.tailer().counts().lost(reason))
          .description("Generations of logs that ended before they were read to their end")
          .tag("reason", label(reason))
          .register(registry);
    }
    obstacle("no-folder", t -> t.obstacles().absent().folders());
    obstacle("no-file", t -> t.obstacles().absent().files());
    obstacle("unreadable", t -> t.obstacles().unreadable());
    obstacle("no-descriptor", t -> t.obstacles().waiting());
    obstacle("owned-elsewhere", t -> t.obstacles().elsewhere());
    Gauge.builder("tidemark.logs.left.to.owner", ingest, i -> i.tailer().obstacles().leftToOwner())
        .description("Files named like rotated ones of a log that another tailer follows")
        .register(registry);
    for (Excluded.Reason reason : Excluded.Reason.values()) {
      Gauge.builder("tidemark.logs.left.out", ingest, i -> i.tailer().obstacles().leftOut(reason))
          .description("Files that the list names and that are not read")
          .tag("reason", label(reason))
          .register(registry);
    }
    FunctionCounter.builder("tidemark.owners.refused", ingest, Ingest::refusedOwners)
        .description("Records of owners that no tailer writes, passed over")
        .register(registry);
  }

  private void counter(String name, String description, ToDoubleFunction<Tailer> figure) {
    FunctionCounter.builder(name, ingest, i -> figure.applyAsDouble(i.tailer()))
        .description(description)
        .register(registry);
  }

  private void obstacle(String state, ToDoubleFunction<Tailer> figure) {
    Gauge.builder("tidemark.logs.absent", ingest, i -> figure.applyAsDouble(i.tailer()))
        .description("Logs that are asked for and cannot be read now")
        .tag("state", state)
        .register(registry);
  }

  /** The value of a label for a constant. */
  static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Registers gauges of new logs, up to {@link #MAX_SOURCES}. */
  void admit() {
    List<SourceProgress> logs = admitted.size() < MAX_SOURCES ? ingest.progress() : List.of();
    for (SourceProgress log : logs) {
      if (admitted.size() < MAX_SOURCES && admitted.add(log.source())) {
        gauge(
            "offset", "Bytes shipped and acknowledged", log.source(), SourceProgress::shippedBytes);
        gauge(
            "size",
            "Bytes in the log when last looked at",
            log.source(),
            SourceProgress::sizeBytes);
      }
    }
  }

  private void gauge(
      String name, String description, String source, ToDoubleFunction<SourceProgress> figure) {
    Gauge.builder("tidemark.file." + name, ingest, i -> figure(i, source, figure))
        .description(description)
        .baseUnit(BaseUnits.BYTES)
        .tag("source", source)
        .register(registry);
  }

  private static double figure(
      Ingest ingest, String source, ToDoubleFunction<SourceProgress> figure) {
    return ingest.progress().stream()
        .filter(log -> log.source().equals(source))
        .mapToDouble(figure)
        .findFirst()
        .orElse(Double.NaN);
  }
}
