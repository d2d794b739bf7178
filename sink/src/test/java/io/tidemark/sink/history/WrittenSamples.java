package io.tidemark.sink.history;

import java.util.ArrayList;
import java.util.List;

/** Stores the written samples as text. */
final class WrittenSamples implements HistoryWriter {

  final List<String> samples = new ArrayList<>();

  @Override
  public void write(Series series, long millis, double value) {
    String shown = HistoryWriter.stale(value) ? "stale" : number(value);
    String labels = String.join(",", series.labels().values());
    samples.add(series.meter() + "{" + labels + "} " + shown + " @" + millis);
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  List<String> of(String start) {
    return samples.stream()
        .filter(sample -> sample.startsWith(start))
        .map(sample -> sample.substring(sample.indexOf("} ") + 2))
        .toList();
  }

  @Override
  public void finish() {}

  @Override
  public void close() {}
}
