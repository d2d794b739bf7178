package io.tidemark.sink.history;

import io.tidemark.model.RunId;
import io.tidemark.sink.meter.BoardMeter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;

/** The series of one run, by meter and labels: each begins with its first value. */
final class RunSeries {

  /** What leaves the scrape when the run is over. */
  private static final Set<BoardMeter> LIVE =
      EnumSet.of(
          BoardMeter.USED,
          BoardMeter.FREE,
          BoardMeter.LARGEST_FREE,
          BoardMeter.FRAGMENTATION,
          BoardMeter.WINDOW_PEAK,
          BoardMeter.OP_USED);

  /** Least where use is most, so that used and free add up within a millisecond, too. */
  private static final Set<BoardMeter> LEAST = EnumSet.of(BoardMeter.FREE, BoardMeter.LARGEST_FREE);

  private final RunId run;
  private final Mode mode;
  private final HistoryWriter out;
  private final Map<Key, Timeline> timelines = new LinkedHashMap<>();

  /** A meter and its labels, the run's own first. */
  record Key(BoardMeter meter, List<String> labels) {}

  RunSeries(RunId run, Mode mode, HistoryWriter out) {
    this.run = run;
    this.mode = mode;
    this.out = out;
  }

  /** A value where the highest stands. */
  void raised(long at, long used, String... labels) throws IOException {
    double known = value(BoardMeter.RUN_PEAK, labels);
    if (Double.isNaN(known) || used > known) {
      told(BoardMeter.RUN_PEAK, at, used, labels);
    }
  }

  /** A value, unless it stands already. */
  void changed(BoardMeter meter, long at, double value, String... labels) throws IOException {
    if (value(meter, labels) != value) {
      told(meter, at, value, labels);
    }
  }

  double value(BoardMeter meter, String... labels) {
    Timeline known = timelines.get(key(meter, labels));
    return known == null ? Double.NaN : known.value();
  }

  void told(BoardMeter meter, long at, long value, String... labels) throws IOException {
    told(meter, at, (double) value, labels);
  }

  void told(BoardMeter meter, long at, double value, String... labels) throws IOException {
    Key key = key(meter, labels);
    Timeline known = timelines.get(key);
    if (known == null) {
      Series series = Series.of(mode, meter, key.labels());
      timelines.put(key, new Timeline(series, within(meter), out, at, value));
    } else {
      known.take(at, value);
    }
  }

  private static DoubleBinaryOperator within(BoardMeter meter) {
    if (meter == BoardMeter.ALERT || meter == BoardMeter.CAPACITY) {
      return (before, after) -> after;
    }
    return LEAST.contains(meter) ? Math::min : Math::max;
  }

  Key key(BoardMeter meter, String... labels) {
    List<String> all = new ArrayList<>(labels.length + 1);
    all.add(run.toString());
    all.addAll(List.of(labels));
    return new Key(meter, all);
  }

  int size() {
    return timelines.size();
  }

  /** This one is over. */
  void leave(Key key, long millis) throws IOException {
    Timeline line = timelines.remove(key);
    if (line != null) {
      line.leave(millis);
    }
  }

  /** All that was told so far was handed on in an earlier life. */
  void resume() {
    timelines.values().forEach(Timeline::resume);
  }

  /** Hands on what stands now. */
  void settle(long nowMillis) throws IOException {
    for (Timeline line : timelines.values()) {
      line.settle(nowMillis);
    }
  }

  /** The run is over: its live figures leave, the others stay to its end. */
  void end(long millis) throws IOException {
    for (Map.Entry<Key, Timeline> line : timelines.entrySet()) {
      if (LIVE.contains(line.getKey().meter())) {
        line.getValue().leave(millis);
      } else {
        line.getValue().stay(millis);
      }
    }
    timelines.clear();
  }
}
