package io.tidemark.sink.history;

import io.tidemark.sink.figure.BoardMeter;
import io.tidemark.sink.figure.Mode;
import io.tidemark.sink.figure.SeriesKey;
import java.io.IOException;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A series under the name and labels of a scrape of the live sink, with the labels that Prometheus
 * adds to a scrape.
 *
 * @param labels by name, {@code __name__} not among them
 */
public record Series(BoardMeter meter, SortedMap<String, String> labels) {

  /** The value of {@code job}, which a scrape would add. */
  static final String JOB = "tidemark";

  /** A receiver of samples. */
  @FunctionalInterface
  public interface SampleWriter {
    /** Writes a sample; the samples of one series come in the order of their times, each later. */
    void write(Series series, long millis, double value) throws IOException;
  }

  public Series {
    labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
  }

  static Series of(Mode mode, SeriesKey key) {
    SortedMap<String, String> labels = key.shown();
    labels.put("job", JOB);
    labels.put("instance", mode.label());
    return new Series(key.meter(), labels);
  }

  /** The series as a query names it. */
  @Override
  public String toString() {
    return labels.entrySet().stream()
        .map(label -> label.getKey() + "=\"" + label.getValue() + "\"")
        .collect(Collectors.joining(",", meter.shownName() + "{", "}"));
  }
}
