package io.tidemark.sink.push;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import io.tidemark.sink.figure.BoardMeter;
import io.tidemark.sink.history.ProtoMessage;
import io.tidemark.sink.verdict.MainMemory;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Meters of a scrape in the format of OTLP, under the names of the scrape. The use and the size of
 * a device's memory are there again under OpenTelemetry's names, while their run is open. A sum has
 * no start time, since what a log counts began before this program.
 *
 * <pre>
 *   ExportMetricsServiceRequest { 1: ResourceMetrics { 1: Resource { 1: attribute }, 2: ScopeMetrics { 2: Metric } } }
 *   Metric { 1: name, 2: help, 3: unit, one of 5: Gauge, 7: Sum, 11: Summary { 1: point } }
 *   Sum { 1: point, 2: cumulative, 3: monotonic }
 *   point { 3: nanoseconds, 4: double, 7: attribute }, in a Summary { 4: count, 5: sum }
 * </pre>
 */
final class OtlpRequest {

  private static final Map<String, String> UNITS =
      Map.of("bytes", "By", "seconds", "s", "ratio", "1");

  private static final Map<String, String> SEMANTIC =
      Map.of(
          BoardMeter.USED.shownName(), "hw.gpu.memory.usage",
          BoardMeter.CAPACITY.shownName(), "hw.gpu.memory.limit");

  private final long nanos;
  private final ProtoMessage scope = new ProtoMessage();
  private int points;

  /**
   * All series of a scrape.
   *
   * @param millis its time in epoch milliseconds
   */
  OtlpRequest(MetricSnapshots scrape, long millis) {
    nanos = millis * 1_000_000;
    Set<Labels> used =
        scrape.stream()
            .filter(metric -> Push.name(metric).equals(BoardMeter.USED.shownName()))
            .flatMap(metric -> metric.getDataPoints().stream().map(DataPointSnapshot::getLabels))
            .filter(labels -> !MainMemory.HOST.equals(labels.get("memory")))
            .collect(Collectors.toSet());
    for (MetricSnapshot metric : scrape) {
      String name = Push.name(metric);
      add(name, metric, metric.getDataPoints());
      String semantic = SEMANTIC.get(name);
      if (semantic != null) {
        var open = metric.getDataPoints().stream().filter(p -> used.contains(p.getLabels()));
        add(semantic, metric, open.toList());
      }
    }
  }

  int points() {
    return points;
  }

  byte[] bytes(Map<String, String> resource) {
    ProtoMessage attributes = new ProtoMessage();
    resource.forEach((name, value) -> attributes.message(1, attribute(name, value)));
    ProtoMessage all = new ProtoMessage().message(1, attributes).message(2, scope);
    return new ProtoMessage().message(1, all).bytes();
  }

  private void add(String name, MetricSnapshot metric, List<? extends DataPointSnapshot> some) {
    boolean hardware = name.startsWith("hw.");
    ProtoMessage data = new ProtoMessage();
    for (DataPointSnapshot one : some) {
      ProtoMessage point = point(one).fixed64(3, nanos);
      one.getLabels()
          .forEach(label -> point.message(7, attribute(label.getName(), label.getValue())));
      if (hardware) {
        point.message(7, attribute("hw.id", one.getLabels().get("device")));
      }
      data.message(1, point);
    }
    boolean monotonic = metric instanceof CounterSnapshot;
    boolean sum = monotonic || hardware || metric instanceof InfoSnapshot;
    if (sum) {
      data.varint(2, 2).varint(3, monotonic ? 1 : 0);
    }
    scope.message(
        2,
        new ProtoMessage()
            .text(1, name)
            .text(2, Objects.requireNonNullElse(metric.getMetadata().getHelp(), ""))
            .text(3, UNITS.getOrDefault(String.valueOf(metric.getMetadata().getUnit()), ""))
            .message(sum ? 7 : metric instanceof SummarySnapshot ? 11 : 5, data));
    points += some.size();
  }

  private static ProtoMessage point(DataPointSnapshot point) {
    return point instanceof SummaryDataPointSnapshot summary
        ? new ProtoMessage().fixed64(4, summary.getCount()).fixed64(5, summary.getSum())
        : new ProtoMessage().fixed64(4, Push.value(point));
  }

  private static ProtoMessage attribute(String name, String value) {
    return new ProtoMessage().text(1, name).message(2, new ProtoMessage().text(1, value));
  }
}
