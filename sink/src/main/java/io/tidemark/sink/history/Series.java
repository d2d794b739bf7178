package io.tidemark.sink.history;

import io.tidemark.sink.figure.BoardMeter;
import io.tidemark.sink.figure.LabelValue;
import io.tidemark.sink.figure.Mode;
import java.util.Collections;
import java.util.List;
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

  public Series {
    labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
  }

  /** The values in the order of the meter's labels; an empty one is left out. */
  public static Series of(Mode mode, BoardMeter meter, List<String> values) {
    SortedMap<String, String> labels = new TreeMap<>();
    labels.put("job", JOB);
    labels.put("instance", mode.label());
    for (int label = 0; label < values.size(); label++) {
      if (!values.get(label).isEmpty()) {
        labels.put(meter.labels().get(label), LabelValue.of(values.get(label)));
      }
    }
    return new Series(meter, labels);
  }

  /** The series as a query names it. */
  @Override
  public String toString() {
    return labels.entrySet().stream()
        .map(label -> label.getKey() + "=\"" + label.getValue() + "\"")
        .collect(Collectors.joining(",", meter.shownName() + "{", "}"));
  }
}
