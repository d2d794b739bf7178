package io.tidemark.app.replay;

import io.tidemark.sink.history.HistoryWriter;
import io.tidemark.sink.history.Series;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** Counts what passes of one log; a mark that a series ends is no sample of the log. */
final class Counted implements HistoryWriter {

  private final HistoryWriter to;
  private final Set<Series> series = new HashSet<>();
  private long samples;
  private long firstMillis = Long.MAX_VALUE;
  private long lastMillis = Long.MIN_VALUE;

  Counted(HistoryWriter to) {
    this.to = to;
  }

  @Override
  public void take(Series of, long millis, double value) throws IOException {
    to.take(of, millis, value);
    if (!HistoryWriter.stale(value)) {
      samples++;
      series.add(of);
      firstMillis = Math.min(firstMillis, millis);
      lastMillis = Math.max(lastMillis, millis);
    }
  }

  Replayed replayed(String log, int dates) {
    return new Replayed(log, samples, series.size(), firstMillis, lastMillis, dates);
  }

  @Override
  public void finish() throws IOException {
    to.finish();
  }

  @Override
  public void close() throws IOException {
    to.close();
  }
}
