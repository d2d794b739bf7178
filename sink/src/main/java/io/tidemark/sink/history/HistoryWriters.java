package io.tidemark.sink.history;

import java.io.IOException;
import java.util.List;

/** Several places for the same samples; the last one named is done last. */
public record HistoryWriters(List<HistoryWriter> writers) implements HistoryWriter {

  public HistoryWriters {
    writers = List.copyOf(writers);
  }

  @Override
  public void take(Series series, long millis, double value) throws IOException {
    for (HistoryWriter writer : writers) {
      writer.take(series, millis, value);
    }
  }

  @Override
  public void begin() {
    writers.forEach(HistoryWriter::begin);
  }

  @Override
  public void withdraw() {
    writers.forEach(HistoryWriter::withdraw);
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
