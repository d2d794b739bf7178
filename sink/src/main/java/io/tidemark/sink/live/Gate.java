package io.tidemark.sink.live;

import io.tidemark.sink.history.HistoryWriter;
import io.tidemark.sink.history.Series;
import java.io.IOException;

/** Lets nothing through while what was sent before is read again. */
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
  public void take(Series series, long millis, double value) throws IOException {
    if (open) {
      out.take(series, millis, value);
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
