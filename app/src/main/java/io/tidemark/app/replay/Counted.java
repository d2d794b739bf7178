package io.tidemark.app.replay;

import io.tidemark.sink.history.HistoryWriter;
import io.tidemark.sink.history.Series;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** Counts what passes of one log; a mark that a series ends is no sample of the log. */
final class Counted {

  private final HistoryWriter to;
  private long series;
  private long samples;
  private long firstMillis = Long.MAX_VALUE;
  private long lastMillis = Long.MIN_VALUE;

  Counted(HistoryWriter to) {
    this.to = to;
  }

  /** For the samples of one run: its series are held as long as it is, and are no other run's. */
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

    /** Others go on. */
    @Override
    public void finish() {}

    @Override
    public void close() {}
  }

  Replayed replayed(String log, int dates) {
    return new Replayed(log, samples, series, firstMillis, lastMillis, dates);
  }
}
