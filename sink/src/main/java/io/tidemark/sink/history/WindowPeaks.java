package io.tidemark.sink.history;

import io.tidemark.sink.board.RecentPeaks;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The window peak at event time: a snapshot raises it; it falls as peaks leave the window. */
final class WindowPeaks {

  private final Listener listener;
  private final Map<Place, RecentPeaks> recent = new LinkedHashMap<>();

  private record Place(String device, String memory) {}

  /** Receives each change of a window peak. */
  interface Listener {
    void onPeak(long millis, long bytes, String device, String memory) throws IOException;
  }

  WindowPeaks(Listener listener) {
    this.listener = listener;
  }

  void apply(long at, long used, String device, String memory) throws IOException {
    Place place = new Place(device, memory);
    RecentPeaks before = recent.getOrDefault(place, RecentPeaks.NONE);
    falls(at, place, before);
    RecentPeaks after = before.with(at, used);
    recent.put(place, after);
    listener.onPeak(at, after.highestBytes(at, used), device, memory);
  }

  /** Advances the time without a snapshot. */
  void until(long end) throws IOException {
    for (Map.Entry<Place, RecentPeaks> place : recent.entrySet()) {
      falls(end, place.getKey(), place.getValue());
      place.setValue(place.getValue().since(end));
    }
  }

  private void falls(long until, Place place, RecentPeaks peaks) throws IOException {
    long at = peaks.nextFallMillis(Long.MIN_VALUE);
    while (at < until) {
      // The newest peak is the current use, so it cannot fall below that.
      long highest = peaks.highestBytes(at, 0);
      if (highest > 0) {
        listener.onPeak(at, highest, place.device(), place.memory());
      }
      at = peaks.nextFallMillis(at);
    }
  }
}
