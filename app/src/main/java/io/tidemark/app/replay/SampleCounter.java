package io.tidemark.app.replay;

import io.tidemark.sink.history.HistoryWriter;
import io.tidemark.sink.history.Series;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** Counts the samples of one log; markers that end a series are not samples. */
final class SampleCounter {

  private final HistoryWriter to;
  private long series;
  private long samples;
  private long firstMillis = Long.MAX_VALUE;
  private long lastMillis = Long.MIN_VALUE;

  SampleCounter(HistoryWriter to) {
    this.to = to;
  }

  /** A writer for the samples of one run, which counts its series. */
  HistoryWriter run() {
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
    return new ReplaySummary(log, samples, series, firstMillis, lastMillis, dates);
  }
}
