package io.tidemark.sink.history;

import io.tidemark.sink.board.RecentPeaks;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The window peak at event time: a snapshot lifts it, and it falls as peaks leave the window. */
final class WindowPeaks {

  private final Told told;
  private final Map<Place, RecentPeaks> recent = new LinkedHashMap<>();

  private record Place(String device, String memory) {}

  /** Who is told what the peak is from a moment on. */
  interface Told {
    void peak(long millis, long bytes, String device, String memory) throws IOException;
  }

  WindowPeaks(Told told) {
    this.told = told;
  }

  void take(long at, long used, String device, String memory) throws IOException {
    Place place = new Place(device, memory);
    RecentPeaks before = recent.getOrDefault(place, RecentPeaks.NONE);
    falls(at, place, before);
    RecentPeaks after = before.with(at, used);
    recent.put(place, after);
    told.peak(at, after.highestBytes(at, used), device, memory);
  }

  /** Time goes on without a snapshot. */
  void until(long end) throws IOException {
    for (Map.Entry<Place, RecentPeaks> place : recent.entrySet()) {
      falls(end, place.getKey(), place.getValue());
    }
  }

  private void falls(long until, Place place, RecentPeaks peaks) throws IOException {
    long at = peaks.nextFallMillis(Long.MIN_VALUE);
    while (at < until) {
      // The newest peak is what stands, so nothing falls with it.
      long highest = peaks.highestBytes(at, 0);
      if (highest > 0) {
        told.peak(at, highest, place.device(), place.memory());
      }
      at = peaks.nextFallMillis(at);
    }
  }
}
