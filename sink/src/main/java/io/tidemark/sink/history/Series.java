package io.tidemark.sink.history;

import io.tidemark.sink.figure.BoardMeter;
import io.tidemark.sink.figure.Mode;
import io.tidemark.sink.figure.SeriesKey;
import java.io.IOException;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A series of a log at rest under the name and labels of a scrape of the live sink, with the labels
 * that Prometheus adds to a scrape.
 *
 * @param labels by name, {@code __name__} not among them
 */
public record Series(BoardMeter meter, SortedMap<String, String> labels) implements LabelledSeries {

  /** The value of {@code job}, which a scrape would add. */
  public static final String JOB = "tidemark";

  @FunctionalInterface
  public interface SampleWriter {
    /** Writes a sample; the samples of one series come in the order of their times, each later. */
    void write(Series series, long millis, double value) throws IOException;
  }

  public Series {
    labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
  }

  static Series of(SeriesKey key) {
    SortedMap<String, String> labels = key.shown();
    labels.put("job", JOB);
    labels.put("instance", Mode.REPLAY.label());
    return new Series(key.meter(), labels);
  }

  @Override
  public String name() {
    return meter.shownName();
  }
}
