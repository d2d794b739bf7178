package io.tidemark.sink.history;

import io.tidemark.sink.figure.BoardMeter;
import io.tidemark.sink.figure.Figure;
import io.tidemark.sink.figure.Mode;
import io.tidemark.sink.figure.SeriesKey;
import java.io.IOException;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.Collectors;

/** The open series of one run; each begins with its first figure. */
final class RunSeries {

  /** The meters that leave the scrape when the run is over. */
  private static final Set<BoardMeter> LIVE =
      EnumSet.of(
          BoardMeter.USED,
          BoardMeter.FREE,
          BoardMeter.LARGEST_FREE,
          BoardMeter.FRAGMENTATION,
          BoardMeter.WINDOW_PEAK,
          BoardMeter.OP_USED,
          BoardMeter.LIVE_TENSORS,
          BoardMeter.LIVE_PADDING);

  /** Meters that only the state determines; of one millisecond, the newest value is kept. */
  private static final Set<BoardMeter> OF_STATE =
      EnumSet.of(
          BoardMeter.LIVE_TENSORS,
          BoardMeter.LIVE_PADDING,
          BoardMeter.LEAK,
          BoardMeter.OP_NET,
          BoardMeter.OVER_LAST_RUN,
          BoardMeter.OP_HELD,
          BoardMeter.RUN_PEAK_TIME,
          BoardMeter.PLAN_PEAK,
          BoardMeter.PLAN_ARENA,
          BoardMeter.PLAN_PADDING,
          BoardMeter.PLAN_FRAGMENTATION,
          BoardMeter.PLAN_FAILED,
          BoardMeter.PLAN_CLASS,
          BoardMeter.PHASE,
          BoardMeter.PHASES,
          BoardMeter.TRAINING,
          BoardMeter.TRAINING_USAGE);

  /**
   * Meters whose lowest value of a millisecond is kept, since of used bytes the highest is: used
   * and free then still add up.
   */
  private static final Set<BoardMeter> LEAST = EnumSet.of(BoardMeter.FREE, BoardMeter.LARGEST_FREE);

  private final Mode mode;
  private final HistoryWriter out;
  private final Map<SeriesKey, Timeline> timelines = new LinkedHashMap<>();

  RunSeries(Mode mode, HistoryWriter out) {
    this.mode = mode;
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
      Series series = Series.of(mode, key);
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

  /** Whether no event states the figure. */
  static boolean isOfState(Figure figure) {
    return OF_STATE.contains(figure.series().meter());
  }

  private static DoubleBinaryOperator within(BoardMeter meter) {
    if (meter == BoardMeter.ALERT || meter == BoardMeter.CAPACITY || OF_STATE.contains(meter)) {
      return (before, after) -> after;
    }
    return LEAST.contains(meter) ? Math::min : Math::max;
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

  void resume() {
    timelines.values().forEach(Timeline::resume);
  }

  void settle(long nowMillis) throws IOException {
    for (Timeline line : timelines.values()) {
      line.settle(nowMillis);
    }
  }

  /** Ends the run: its live series leave, the others get a last sample at the end. */
  void end(long millis) throws IOException {
    for (Map.Entry<SeriesKey, Timeline> line : timelines.entrySet()) {
      if (LIVE.contains(line.getKey().meter())) {
        line.getValue().leave(millis);
      } else {
        line.getValue().stay(millis);
      }
    }
    timelines.clear();
  }
}
