package io.tidemark.sink.answer;

import io.tidemark.model.event.Holder;
import io.tidemark.sink.answer.FitRuns.Point;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A part of a memory, in bytes, as a line over the number in which runs differ.
 *
 * @param off the largest difference of a run from the line, as a share of the part
 * @param linear whether that is little enough to extend the line
 */
public record FitLine(String name, double perUnit, double fixed, double off, boolean linear) {

  /** A part may be off its line by this share of it, or by {@link #SMALL} of the peak. */
  private static final double MAX_OFF = 0.05;

  static final double SMALL = 0.01;

  /**
   * One for each holder that all runs name, and one for the rest; if holders share bytes, one for
   * all. None without two different numbers.
   */
  static List<FitLine> of(List<Point> points) {
    if (points.stream().mapToDouble(Point::value).distinct().count() < 2) {
      return List.of();
    }
    List<Long> peaks = points.stream().map(Point::peakBytes).toList();
    List<Long> rest = new ArrayList<>(peaks);
    List<FitLine> lines = new ArrayList<>();
    for (Holder holder : points.get(points.size() - 1).holders()) {
      List<Long> bytes = points.stream().map(point -> point.held(holder.name())).toList();
      if (Collections.min(bytes) > 0) {
        lines.add(through(holder.name(), points, bytes));
        for (int i = 0; i < bytes.size(); i++) {
          rest.set(i, rest.get(i) - bytes.get(i));
        }
      }
    }
    if (lines.isEmpty() || Collections.min(rest) < 0) {
      return List.of(through("peak", points, peaks));
    }
    if (Collections.max(rest) > 0) {
      lines.add(through(Fills.OTHERS, points, rest));
    }
    return lines;
  }

  /** By least squares; a line does not fall. */
  private static FitLine through(String name, List<Point> points, List<Long> bytes) {
    double meanX = points.stream().mapToDouble(Point::value).average().orElseThrow();
    double meanY = bytes.stream().mapToLong(Long::longValue).average().orElseThrow();
    double products = 0;
    double squares = 0;
    for (int i = 0; i < bytes.size(); i++) {
      double x = points.get(i).value() - meanX;
      products += x * (bytes.get(i) - meanY);
      squares += x * x;
    }
    double perUnit = Math.max(0, products / squares);
    double fixed = meanY - perUnit * meanX;
    // A line that begins below 0 is of a part that grows faster than the number.
    double off = Math.max(0, -fixed);
    for (int i = 0; i < bytes.size(); i++) {
      off = Math.max(off, Math.abs(fixed + perUnit * points.get(i).value() - bytes.get(i)));
    }
    double largest = Math.max(1, Collections.max(bytes));
    double peak = points.stream().mapToLong(Point::peakBytes).max().orElseThrow();
    boolean linear = off <= Math.max(MAX_OFF * largest, SMALL * peak);
    return new FitLine(name, perUnit, fixed, off / largest, linear);
  }

  public long at(double number) {
    return Math.round(fixed + perUnit * number);
  }
}
