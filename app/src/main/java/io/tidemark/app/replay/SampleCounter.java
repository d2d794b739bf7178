package io.tidemark.app.replay;

import io.tidemark.model.log.RunId;
import io.tidemark.sink.history.HistoryWriter;
import io.tidemark.sink.history.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Counts the samples of one log; markers that end a series are not samples. */
final class SampleCounter {

  private final HistoryWriter to;
  private final List<RunId> runs = new ArrayList<>();
  private long series;
  private long samples;
  private long firstMillis = Long.MAX_VALUE;
  private long lastMillis = Long.MIN_VALUE;

  SampleCounter(HistoryWriter to) {
    this.to = to;
  }

  /** A writer for the samples of this run, which counts its series. */
  HistoryWriter run(RunId id) {
    runs.add(id);
    return new OfRun();
  }

  private final class OfRun implements HistoryWriter {

    private final Set<Series> known = new HashSet<>();

    @Override
    public void write(Series of, long millis, double value) throws IOException {
      to.write(of, millis, value);
      if (!HistoryWriter.stale(value)) {
        samples++;
        series += known.add(of) ? 1 : 0;
        firstMillis = Math.min(firstMillis, millis);
        lastMillis = Math.max(lastMillis, millis);
      }
    }

    /** Other runs of the log continue. */
    @Override
    public void finish() {}

    @Override
    public void close() {}
  }

  ReplaySummary replayed(String log, int dates) {
    return new ReplaySummary(log, runs, samples, series, firstMillis, lastMillis, dates);
  }
}
