package io.tidemark.sink.history;

import io.tidemark.sink.figure.BoardMeter;
import io.tidemark.sink.figure.BoardMeter.Trait;
import io.tidemark.sink.figure.Figure;
import io.tidemark.sink.figure.SeriesKey;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.Collectors;

/** The open series of one run; each begins with its first figure. */
final class RunSeries {

  private final Series.SampleWriter out;
  private final Map<SeriesKey, Timeline> timelines = new LinkedHashMap<>();

  RunSeries(Series.SampleWriter out) {
    this.out = out;
  }

  /** The newest value of a series; NaN before its first. */
  double value(SeriesKey series) {
    Timeline known = timelines.get(series);
    return known == null ? Double.NaN : known.value();
  }

  void append(long at, Figure figure) throws IOException {
    SeriesKey key = figure.series();
    Timeline known = timelines.get(key);
    if (known == null) {
      Series series = Series.of(key);
      timelines.put(key, new Timeline(series, within(key.meter()), out, at, figure.value()));
    } else {
      known.append(at, figure.value());
    }
  }

  /** Appends a figure, unless it is the newest value already. */
  void appendIfChanged(long at, Figure figure) throws IOException {
    if (value(figure.series()) != figure.value()) {
      append(at, figure);
    }
  }

  void appendChanged(long at, List<Figure> figures) throws IOException {
    for (Figure figure : figures) {
      appendIfChanged(at, figure);
    }
  }

  /** Appends a figure that is above all values before. */
  void appendIfHigher(long at, Figure figure) throws IOException {
    double known = value(figure.series());
    if (Double.isNaN(known) || figure.value() > known) {
      append(at, figure);
    }
  }

  private static DoubleBinaryOperator within(BoardMeter meter) {
    if (meter == BoardMeter.ALERT || meter == BoardMeter.CAPACITY || meter.is(Trait.OF_STATE)) {
      return (before, after) -> after;
    }
    return meter.is(Trait.LEAST) ? Math::min : Math::max;
  }

  int size() {
    return timelines.size();
  }

  void end(SeriesKey series, long millis) throws IOException {
    Timeline line = timelines.remove(series);
    if (line != null) {
      line.leave(millis);
    }
  }

  /** Ends those of the series that have no figure any more; returns the series of the figures. */
  Set<SeriesKey> endOthers(Set<SeriesKey> before, List<Figure> now, long millis)
      throws IOException {
    Set<SeriesKey> left =
        now.stream().map(Figure::series).collect(Collectors.toCollection(LinkedHashSet::new));
    for (SeriesKey series : before) {
      if (!left.contains(series)) {
        end(series, millis);
      }
    }
    return left;
  }

  /** Ends the run: its live series leave, the others get a last sample at the end. */
  void end(long millis) throws IOException {
    for (Map.Entry<SeriesKey, Timeline> line : timelines.entrySet()) {
      if (line.getKey().meter().is(Trait.LIVE)) {
        line.getValue().leave(millis);
      } else {
        line.getValue().stay(millis);
      }
    }
    timelines.clear();
  }
}
