package io.tidemark.sink.answer;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.model.ByteSize;
import io.tidemark.model.Refusal;
import io.tidemark.sink.answer.FitRuns.Point;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How the parts of a memory grow with the number in which runs differ, and the largest whole number
 * that fits.
 *
 * @param capacityBytes as given, else the smallest that a run states; 0 if unknown
 * @param parts add up to the peak; empty if fewer than two numbers have one
 * @param largest of the numbers of the runs where a part is not linear; {@code null} if none fits
 */
public record FitModel(
    @JsonUnwrapped FitRuns runs, long capacityBytes, List<FitLine> parts, @Nullable Long largest) {

  private static final int MOST_TIMES = 4;

  public FitModel {
    parts = List.copyOf(parts);
  }

  /**
   * Fits the runs.
   *
   * @param given size of the memory in place of the stated one
   * @throws Refusal if the size of the memory is unknown
   */
  public static FitModel of(FitRuns runs, OptionalLong given) {
    List<Point> points = runs.measured();
    long capacity = given.orElse(runs.statedBytes());
    FitModel model = new FitModel(runs, capacity, FitLine.of(points), null);
    if (!model.parts.isEmpty() && capacity == 0) {
      throw new Refusal(
          "size of %s: stated by no run; want --device-memory".formatted(runs.memory()));
    }
    double largest = runs.largestThatFits(capacity);
    if (model.linear() && !model.isRefuted()) {
      largest = Math.min(model.room(), MOST_TIMES * points.get(points.size() - 1).value());
    }
    return largest >= 1 ? new FitModel(runs, capacity, model.parts, (long) largest) : model;
  }

  private boolean linear() {
    return !parts.isEmpty() && parts.stream().allMatch(FitLine::linear) && !cacheTakesTheRest();
  }

  /** An engine that fills the memory with its cache uses as much for any number. */
  private boolean cacheTakesTheRest() {
    LongSummaryStatistics peaks =
        runs.measured().stream().mapToLong(Point::peakBytes).summaryStatistics();
    return parts.stream().anyMatch(line -> line.name().contains("KV cache") && stands(line))
        && peaks.getMax() - peaks.getMin() <= FitLine.SMALL * peaks.getMax();
  }

  /** The number at which the memory is full. */
  private double room() {
    double perUnit = parts.stream().mapToDouble(FitLine::perUnit).sum();
    // A line through whole bytes may pass the end of the memory by a part of one.
    double free = capacityBytes + 0.5 - parts.stream().mapToDouble(FitLine::fixed).sum();
    return perUnit > 0 ? free / perUnit : free < 0 ? 0 : Double.MAX_VALUE;
  }

  /** Whether a run failed at a number that fits by the lines, which then hold for less only. */
  private boolean isRefuted() {
    return runs.failedAt(capacityBytes) <= room();
  }

  private long needs(double number) {
    return Math.round(parts.stream().mapToDouble(p -> p.fixed() + p.perUnit() * number).sum());
  }

  /** The largest difference of a run's peak from the lines, as a share. */
  @JsonProperty("off")
  public double off() {
    return runs.measured().stream()
        .mapToDouble(point -> Math.abs((double) needs(point.value()) / point.peakBytes() - 1))
        .max()
        .orElse(0);
  }

  /** The answer, or why there is none, and what it is derived from. */
  @JsonProperty("sentence")
  public String sentence() {
    return answer() + "; " + runs.words(parts.isEmpty() ? 0 : off());
  }

  private String answer() {
    String by = runs.by();
    if (!linear()) {
      return "%s; no number between or above the runs is computed: %s".formatted(tried(), bent());
    }
    if (largest == null) {
      return "no %s fits: %s".formatted(by, limit(1));
    }
    long left = capacityBytes - needs(largest);
    String close = left < off() * capacityBytes ? ", less than the lines are off" : "";
    return "%s %d fits: %s, %s left%s; %s"
        .formatted(by, largest, share(largest), ByteSize.text(left), close, limit(largest + 1));
  }

  /** What the runs show by themselves, from the largest that fits on. */
  private String tried() {
    double fits = runs.largestThatFits(capacityBytes);
    List<Point> measured = runs.measured();
    return runs.points().stream()
        .filter(point -> point.value() >= fits && (point.failed() || measured.contains(point)))
        .map(
            point -> {
              String need = ofCapacity(point.peakBytes());
              String shows = point.value() > fits ? "needs " + need : "fits: " + need;
              String number = FitRuns.text(point.value());
              return "%s %s %s".formatted(runs.by(), number, point.failed() ? "failed" : shows);
            })
        .collect(Collectors.joining(", "));
  }

  /** Whether a part is as large for the largest number as for the smallest. */
  private boolean stands(FitLine line) {
    List<Point> measured = runs.measured();
    long last = line.at(measured.get(measured.size() - 1).value());
    return last - line.at(measured.get(0).value()) <= FitLine.SMALL * last;
  }

  private String bent() {
    if (cacheTakesTheRest()) {
      return "the KV cache takes what the other parts leave; how many tokens it holds is in the"
          + " engine's log";
    }
    String bent =
        parts.stream()
            .filter(line -> !line.linear())
            .map(
                line ->
                    String.format(Locale.ROOT, "%s (%.1f %% off)", line.name(), 100 * line.off()))
            .collect(Collectors.joining(", "));
    return parts.isEmpty()
        ? "want two different ones with a peak of the same memory"
        : "not linear in %s: %s".formatted(runs.by(), bent);
  }

  /** What forbids a number: need, failure, or range of the runs. */
  private String limit(long number) {
    if (room() < number) {
      return number + " needs " + share((double) number);
    }
    double failed = runs.failedAt(capacityBytes);
    return isRefuted()
        ? "%s failed, although the lines give %s, so that no number between is computed"
            .formatted(FitRuns.text(failed), share(failed))
        : "more than %d times the largest run is not extrapolated".formatted(MOST_TIMES);
  }

  private String share(double number) {
    return ofCapacity(needs(number));
  }

  private String ofCapacity(long bytes) {
    String size = capacityBytes > 0 ? ByteSize.text(capacityBytes) : "an unknown size";
    return ByteSize.text(bytes) + " of " + size;
  }
}
