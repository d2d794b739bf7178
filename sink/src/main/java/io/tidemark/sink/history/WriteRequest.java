package io.tidemark.sink.history;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Samples in the format of remote write 1.0:
 *
 * <pre>
 *   WriteRequest { 1: TimeSeries { 1: Label { 1: name, 2: value }, 2: Sample { 1: double, 2: ms } } }
 * </pre>
 */
final class WriteRequest {

  private final Map<Series, List<Point>> lines = new LinkedHashMap<>();
  private int samples;

  private record Point(long millis, double value) {}

  void add(Series series, long millis, double value) {
    lines.computeIfAbsent(series, any -> new ArrayList<>()).add(new Point(millis, value));
    samples++;
  }

  int samples() {
    return samples;
  }

  /**
   * Splits the request, which must have at least two samples. It is split by series while there are
   * several, then by time, the older half first.
   */
  List<WriteRequest> halves() {
    List<WriteRequest> halves = List.of(new WriteRequest(), new WriteRequest());
    int half = lines.size() > 1 ? (lines.size() + 1) / 2 : (samples + 1) / 2;
    int seen = 0;
    for (Map.Entry<Series, List<Point>> line : lines.entrySet()) {
      for (Point point : line.getValue()) {
        halves.get(seen < half ? 0 : 1).add(line.getKey(), point.millis(), point.value());
        seen += lines.size() > 1 ? 0 : 1;
      }
      seen += lines.size() > 1 ? 1 : 0;
    }
    return halves;
  }

  /** Removes the samples up to the newest ones of another, by series; returns their number. */
  int without(WriteRequest newest) {
    int before = samples;
    newest.lines.forEach(
        (series, points) -> {
          long upTo = points.get(points.size() - 1).millis();
          List<Point> mine = lines.getOrDefault(series, new ArrayList<>());
          int all = mine.size();
          mine.removeIf(point -> point.millis() <= upTo);
          samples -= all - mine.size();
          if (mine.isEmpty()) {
            lines.remove(series);
          }
        });
    return before - samples;
  }

  /** The time of the first sample of its first series; there must be at least one sample. */
  long firstMillis() {
    return lines.values().iterator().next().get(0).millis();
  }

  /** Its first series and the time of its first sample, in readable form. */
  String shown() {
    return lines.keySet().iterator().next() + " at " + Instant.ofEpochMilli(firstMillis());
  }

  byte[] bytes() {
    ProtoMessage request = new ProtoMessage();
    lines.forEach((series, points) -> request.message(1, line(series, points)));
    return request.bytes();
  }

  /** The receiver wants labels sorted; {@code __name__} sorts before every letter. */
  private static ProtoMessage line(Series series, List<Point> points) {
    ProtoMessage line = new ProtoMessage();
    line.message(1, label("__name__", series.meter().shownName()));
    series.labels().forEach((name, value) -> line.message(1, label(name, value)));
    for (Point point : points) {
      line.message(2, new ProtoMessage().fixed64(1, point.value()).varint(2, point.millis()));
    }
    return line;
  }

  private static ProtoMessage label(String name, String value) {
    return new ProtoMessage().text(1, name).text(2, value);
  }
}
