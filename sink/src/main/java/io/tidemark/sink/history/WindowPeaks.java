package io.tidemark.sink.history;

import io.tidemark.sink.board.RecentPeaks;
import io.tidemark.sink.figure.SeriesKey;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The window peak at event time: a snapshot raises it; it falls as peaks leave the window. */
final class WindowPeaks {

  private final RunSeries series;
  private final Map<SeriesKey, RecentPeaks> recent = new LinkedHashMap<>();

  WindowPeaks(RunSeries series) {
    this.series = series;
  }

  void apply(long at, SeriesKey peak, long used) throws IOException {
    RecentPeaks before = recent.getOrDefault(peak, RecentPeaks.NONE);
    falls(at, peak, before);
    RecentPeaks after = before.with(at, used);
    recent.put(peak, after);
    series.append(at, peak.at(after.highestBytes(at, used)));
  }

  /** Advances the time without a snapshot. */
  void until(long end) throws IOException {
    for (Map.Entry<SeriesKey, RecentPeaks> peak : recent.entrySet()) {
      falls(end, peak.getKey(), peak.getValue());
      peak.setValue(peak.getValue().since(end));
    }
  }

  private void falls(long until, SeriesKey peak, RecentPeaks peaks) throws IOException {
    long at = peaks.nextFallMillis(Long.MIN_VALUE);
    while (at < until) {
      // The newest peak is the current use, so it cannot fall below that.
      long highest = peaks.highestBytes(at, 0);
      if (highest > 0) {
        series.append(at, peak.at(highest));
      }
      at = peaks.nextFallMillis(at);
    }
  }
}
