package io.tidemark.app.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.history.HistoryWriter;
import io.tidemark.sink.history.Series;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Stores the samples of each series and checks that their times rise. */
final class KeptSamples implements HistoryWriter {
  final Map<String, TreeMap<Long, Double>> lines = new TreeMap<>();

  @Override
  public void write(Series series, long millis, double value) {
    if (HistoryWriter.stale(value)) {
      return;
    }
    TreeMap<Long, Double> line = lines.computeIfAbsent(name(series), any -> new TreeMap<>());
    assertThat(line.isEmpty() || line.lastKey() < millis).isTrue();
    line.put(millis, value);
  }

  private static String name(Series series) {
    Map<String, String> labels = series.labels();
    return series.meter().shownName()
        + " "
        + labels.get("run")
        + " "
        + labels.get("device")
        + " "
        + labels.get("memory")
        + " "
        + labels.getOrDefault("op", labels.getOrDefault("rule", ""))
        + Stream.of(
                "plan",
                "class",
                "phase",
                "part",
                "kind",
                "rank",
                "location",
                "outcome",
                "what",
                "holder")
            .filter(labels::containsKey)
            .map(label -> " " + labels.get(label))
            .collect(Collectors.joining());
  }

  NavigableMap<Long, Double> line(String name) {
    return lines.getOrDefault(name, new TreeMap<>());
  }

  @Override
  public void finish() {}

  @Override
  public void close() {}
}
