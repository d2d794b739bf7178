package io.tidemark.sink.history;

import java.io.IOException;
import java.util.List;

/** Several destinations of the same samples, in the order of the list. */
public record HistoryWriters(List<HistoryWriter> writers) implements HistoryWriter {

  public HistoryWriters {
    writers = List.copyOf(writers);
  }

  @Override
  public void write(Series series, long millis, double value) throws IOException {
    for (HistoryWriter writer : writers) {
      writer.write(series, millis, value);
    }
  }

  @Override
  public void begin() {
    writers.forEach(HistoryWriter::begin);
  }

  @Override
  public void discard() {
    writers.forEach(HistoryWriter::discard);
  }

  @Override
  public void finish() throws IOException {
    for (HistoryWriter writer : writers) {
      writer.finish();
    }
  }

  @Override
  public void close() throws IOException {
    for (HistoryWriter writer : writers) {
      writer.close();
    }
  }
}
