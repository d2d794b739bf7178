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
import io.tidemark.sink.figure.BoardMeter;
import io.tidemark.sink.figure.Figure;
import io.tidemark.sink.figure.MeterKind;
import io.tidemark.sink.figure.SeriesKey;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The series of one scrape. Series beyond the cap are left out and counted, so the most important
 * ones must be added first. A value that no series can hold (not finite, a counter below 0, labels
 * that exist already) is left out, so that one bad record does not fail the scrape.
 */
final class ScrapeSeries {

  private int mostSeries;
  private final Map<BoardMeter, Map<Labels, Double>> values = new EnumMap<>(BoardMeter.class);
  private int series;
  private int dropped;

  ScrapeSeries(int mostSeries) {
    this.mostSeries = mostSeries;
  }

  /** Takes this many more series. */
  void allow(int more) {
    mostSeries = series + more;
  }

  boolean isFull() {
    return series >= mostSeries;
  }

  /** Counts series that are left out without being made. */
  void drop(int more) {
    dropped += more;
  }

  void add(BoardMeter meter, long value, String... labels) {
    add(SeriesKey.of(meter, labels).at(value));
  }

  void addAll(List<Figure> figures) {
    figures.forEach(this::add);
  }

  void add(Figure figure) {
    BoardMeter meter = figure.series().meter();
    double value = figure.value();
    if (!Double.isFinite(value) || (meter.kind() == MeterKind.COUNTER && value < 0)) {
      return;
    }
    if (isFull()) {
      dropped++;
      return;
    }
    Map<Labels, Double> ofMeter = values.computeIfAbsent(meter, any -> new LinkedHashMap<>());
    if (ofMeter.putIfAbsent(labels(figure.series()), value) == null) {
      series++;
    }
  }

  /** Adds the two figures about the scrape itself, regardless of the cap, and ends it. */
  MetricSnapshots snapshots() {
    values.put(BoardMeter.SERIES, Map.of(Labels.EMPTY, series + 2.0));
    values.put(BoardMeter.DROPPED_SERIES, Map.of(Labels.EMPTY, (double) dropped));
    List<MetricSnapshot> all = new ArrayList<>();
    values.forEach((meter, ofMeter) -> all.add(snapshot(meter, ofMeter)));
    return new MetricSnapshots(all);
  }

  private static Labels labels(SeriesKey key) {
    SortedMap<String, String> shown = key.shown();
    return Labels.of(List.copyOf(shown.keySet()), List.copyOf(shown.values()));
  }

  private static MetricSnapshot snapshot(BoardMeter meter, Map<Labels, Double> values) {
    return switch (meter.kind()) {
      case GAUGE ->
          new GaugeSnapshot(
              meter.metadata(),
              values.entrySet().stream()
                  .map(row -> new GaugeDataPointSnapshot(row.getValue(), row.getKey(), null))
                  .toList());
      case COUNTER ->
          new CounterSnapshot(
              meter.metadata(),
              values.entrySet().stream()
                  .map(row -> new CounterDataPointSnapshot(row.getValue(), row.getKey(), null, 0))
                  .toList());
      case INFO ->
          new InfoSnapshot(
              meter.metadata(), values.keySet().stream().map(InfoDataPointSnapshot::new).toList());
    };
  }
}
