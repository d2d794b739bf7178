package io.tidemark.sink.figure;

import java.util.List;

/**
 * One series of a meter.
 *
 * @param labels values in the order of {@link BoardMeter#labels()}; an empty one is left out of the
 *     series
 */
public record SeriesKey(BoardMeter meter, List<String> labels) {

  public SeriesKey {
    labels = List.copyOf(labels);
    if (labels.size() != meter.labels().size()) {
      throw new IllegalArgumentException("%s: want %s".formatted(meter, meter.labels()));
    }
  }

  /** A series of these label values. */
  public static SeriesKey of(BoardMeter meter, String... labels) {
    return new SeriesKey(meter, List.of(labels));
  }

  /** A figure of this series. */
  public Figure at(double value) {
    return new Figure(this, value);
  }

  /** A figure of this series; bytes and counts are exact up to 2^53. */
  public Figure at(long value) {
    return new Figure(this, (double) value);
  }
}
