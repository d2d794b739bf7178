package io.tidemark.sink.live;

import io.tidemark.sink.history.HistoryWriter;
import io.tidemark.sink.history.Series;
import java.io.IOException;

/** Blocks samples while events are read again whose samples were sent before a restart. */
final class Gate implements HistoryWriter {

  private final HistoryWriter out;
  private boolean open;

  Gate(HistoryWriter out) {
    this.out = out;
  }

  void open(boolean now) {
    open = now;
  }

  @Override
  public void write(Series series, long millis, double value) throws IOException {
    if (open) {
      out.write(series, millis, value);
    }
  }

  @Override
  public void finish() throws IOException {
    out.finish();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
