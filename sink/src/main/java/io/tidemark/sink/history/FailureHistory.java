package io.tidemark.sink.history;

import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.sink.figure.BoardMeter;
import io.tidemark.sink.figure.FailureFigures;
import io.tidemark.sink.figure.Figure;
import io.tidemark.sink.figure.RunFigures;
import io.tidemark.sink.figure.SeriesKey;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The failed allocations of a run as samples: their counts, and the newest of each memory. */
final class FailureHistory {

  private final RunFigures figures;
  private final RunSeries series;
  private final Map<String, SeriesKey> newest = new HashMap<>();

  FailureHistory(RunFigures figures, RunSeries series) {
    this.figures = figures;
    this.series = series;
  }

  /**
   * Applies a failed allocation.
   *
   * @param memory by the newest snapshot; {@code null} before the first
   */
  void apply(MemoryEvent.OutOfMemory failure, @Nullable MemoryView memory) throws IOException {
    long at = failure.timeMillis();
    String device = failure.device();
    SeriesKey failures = figures.outOfMemory(device, failure.memory(), failure.diagnosis().words());
    double count = series.value(failures);
    series.append(at, failures.at(Double.isNaN(count) ? 1 : count + 1));
    appendNewest(failure);
    Long used = failure.bank().usedPerBank();
    if (memory != null && used != null && memory.isOf(failure.shortage())) {
      SeriesKey peak = figures.memory(device, failure.memory()).series(BoardMeter.RUN_PEAK);
      series.appendIfHigher(at, peak.at(used * memory.banks()));
    }
  }

  /** Replaces the series of the memory's previous failure. */
  private void appendNewest(MemoryEvent.OutOfMemory failure) throws IOException {
    FailureFigures of = figures.failure(failure);
    SeriesKey now = of.time();
    String place = failure.device() + '/' + failure.memory();
    SeriesKey before = newest.put(place, now);
    if (before != null && !before.equals(now)) {
      series.end(before, failure.timeMillis());
    }
    for (Figure figure : of.all()) {
      series.append(failure.timeMillis(), figure);
    }
  }
}
