package io.tidemark.sink.meter;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The series of one scrape. Beyond the cap they are left out and counted, so what matters most is
 * added first. A figure that no series can hold (not finite, a counter below 0, labels that are
 * there already) is left out: one bad record must not cost the whole scrape.
 */
final class Rows {

  private final int mostSeries;
  private final Map<BoardMeter, Map<Labels, Double>> rows = new EnumMap<>(BoardMeter.class);
  private int series;
  private int dropped;

  Rows(int mostSeries) {
    this.mostSeries = mostSeries;
  }

  /** Bytes and counts: exact up to 2^53. */
  void add(BoardMeter meter, long value, String... labelValues) {
    add(meter, (double) value, labelValues);
  }

  /** The values in the order of the meter's labels; an empty one is left out. */
  void add(BoardMeter meter, double value, String... labelValues) {
    if (!Double.isFinite(value) || (meter.kind() == MeterKind.COUNTER && value < 0)) {
      return;
    }
    if (series >= mostSeries) {
      dropped++;
      return;
    }
    Map<Labels, Double> ofMeter = rows.computeIfAbsent(meter, any -> new LinkedHashMap<>());
    if (ofMeter.putIfAbsent(labels(meter.labels(), labelValues), value) == null) {
      series++;
    }
  }

  /** Adds the two figures about the scrape itself, beyond any cap, and ends it. */
  MetricSnapshots snapshots() {
    rows.put(BoardMeter.SERIES, Map.of(Labels.EMPTY, series + 2.0));
    rows.put(BoardMeter.DROPPED_SERIES, Map.of(Labels.EMPTY, (double) dropped));
    List<MetricSnapshot> all = new ArrayList<>();
    rows.forEach((meter, values) -> all.add(snapshot(meter, values)));
    return new MetricSnapshots(all);
  }

  private static Labels labels(List<String> names, String... values) {
    List<String> keptNames = new ArrayList<>(values.length);
    List<String> keptValues = new ArrayList<>(values.length);
    for (int label = 0; label < values.length; label++) {
      if (!values[label].isEmpty()) {
        keptNames.add(names.get(label));
        keptValues.add(LabelValue.of(values[label]));
      }
    }
    return Labels.of(keptNames, keptValues);
  }

  private static MetricSnapshot snapshot(BoardMeter meter, Map<Labels, Double> values) {
    return switch (meter.kind()) {
      case GAUGE ->
          new GaugeSnapshot(
              meter.metadata(),
              values.entrySet().stream().map(row -> gauge(row.getKey(), row.getValue())).toList());
      case COUNTER ->
          new CounterSnapshot(
              meter.metadata(),
              values.entrySet().stream()
                  .map(row -> counter(row.getKey(), row.getValue()))
                  .toList());
      case INFO ->
          new InfoSnapshot(
              meter.metadata(), values.keySet().stream().map(InfoDataPointSnapshot::new).toList());
    };
  }

  private static GaugeDataPointSnapshot gauge(Labels labels, double value) {
    return GaugeDataPointSnapshot.builder().labels(labels).value(value).build();
  }

  private static CounterDataPointSnapshot counter(Labels labels, double value) {
    return CounterDataPointSnapshot.builder().labels(labels).value(value).build();
  }
}
