package io.tidemark.sink.answer;

import io.tidemark.model.Counted;
import io.tidemark.model.Refusal;
import io.tidemark.model.event.Holder;
import io.tidemark.model.log.RunId;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.PlanOrder;
import io.tidemark.sink.verdict.PlanVerdict;
import io.tidemark.sink.verdict.RunState;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs that differ in one number, e.g. their batch.
 *
 * @param by the label with that number
 * @param points in order of the number
 * @param alsoDiffer other labels in which the runs differ
 */
public record FitRuns(String by, List<Point> points, List<String> alsoDiffer) {

  private static final Pattern NUMBER = Pattern.compile("\\d{1,15}(\\.\\d{1,6})?");

  /**
   * The use of a run.
   *
   * @param failed whether an allocation failed, so that the peak is only a lower bound
   * @param where the memory that matters most; {@code null} if the log states none
   * @param holders who holds it at its peak, except the unnamed rest
   */
  public record Point(
      String run, double value, boolean failed, @Nullable Fullness where, List<Holder> holders) {

    long peakBytes() {
      return where == null ? 0 : Math.max(where.peakBytes(), where.shownBytes());
    }

    String memory() {
      return where == null ? "" : where.memory();
    }

    long capacityBytes() {
      return where == null ? 0 : where.capacityBytes();
    }

    long held(String name) {
      return holders.stream()
          .filter(holder -> holder.name().equals(name))
          .mapToLong(Holder::heldAtPeakBytes)
          .sum();
    }

    private Point worse(Point other) {
      return failed || (!other.failed && peakBytes() >= other.peakBytes()) ? this : other;
    }
  }

  /**
   * The runs of a board. Of runs with the same labels, e.g. modules of one program, the worst
   * counts. Where no run has a label, that is the only number in which the names of their logs
   * differ.
   *
   * @param by {@code null} for the only label whose values are different numbers
   * @throws Refusal if that chooses no label, or a run lacks it
   */
  public static FitRuns of(Board board, @Nullable String by) {
    Map<RunId, Map<String, String>> labelled = labelled(board);
    SortedMap<String, Set<String>> labels = new TreeMap<>();
    labelled.values().stream()
        .flatMap(of -> of.entrySet().stream())
        .forEach(
            one ->
                labels
                    .computeIfAbsent(one.getKey(), any -> new TreeSet<>(PlanOrder.NATURAL))
                    .add(one.getValue()));
    Map<String, Set<String>> differ = new TreeMap<>(labels);
    differ.values().removeIf(values -> values.size() < 2);
    List<String> numbers =
        differ.entrySet().stream()
            .filter(one -> one.getValue().stream().allMatch(v -> NUMBER.matcher(v).matches()))
            .map(Map.Entry::getKey)
            .toList();
    String chosen = by == null && numbers.size() == 1 ? numbers.get(0) : by;
    if (chosen == null || !numbers.contains(chosen)) {
      throw new Refusal(
          "--by %s: %s; want %s"
              .formatted(
                  by == null ? "(not given)" : by,
                  labels.isEmpty()
                      ? "the runs have no label"
                      : "the labels of the runs are " + labels,
                  numbers.isEmpty()
                      ? "one with two different numbers, as of fit/batch=8/run.log, or bs8.log, bs16.log"
                      : "one of " + String.join(", ", numbers)));
    }
    differ.remove(chosen);
    Map<Map<String, String>, Point> points = new HashMap<>();
    labelled.forEach(
        (run, of) -> points.merge(of, point(board, run, of.get(chosen), chosen), Point::worse));
    return new FitRuns(
        chosen,
        points.values().stream().sorted(Comparator.comparingDouble(Point::value)).toList(),
        List.copyOf(differ.keySet()));
  }

  private static Map<RunId, Map<String, String>> labelled(Board board) {
    Map<RunId, Map<String, String>> labelled = new TreeMap<>();
    board.runs().forEach((run, status) -> labelled.put(run, status.source().labels()));
    if (labelled.values().stream().allMatch(Map::isEmpty)) {
      Map<String, Map<String, String>> named =
          NameNumber.labels(labelled.keySet().stream().map(RunId::source).distinct().toList());
      labelled.replaceAll((run, none) -> named.getOrDefault(run.source(), none));
    }
    return labelled;
  }

  private static Point point(Board board, RunId run, @Nullable String value, String by) {
    if (value == null) {
      throw new Refusal("run %s: no label %s; want one, as of %s=8/run.log".formatted(run, by, by));
    }
    Answer answer = Answers.of(board, run, Objects.requireNonNull(board.runs().get(run)), 0);
    List<Holder> holders =
        Stream.of(answer.fills(), planned(board, run, answer.where()))
            .flatMap(fills -> Stream.of(fills.parts(), fills.modules(), fills.ops()))
            .filter(held -> !held.isEmpty())
            .findFirst()
            .orElse(List.of());
    return new Point(
        run.toString(),
        Double.parseDouble(value),
        failed(board, run, answer.verdict().state()),
        answer.where(),
        holders.stream().filter(held -> !held.name().equals(Fills.OTHERS)).toList());
  }

  /** The plan of a measured memory whose holders the log does not name. */
  private static Fills planned(Board board, RunId run, @Nullable Fullness where) {
    return PlanOrder.of(board, run).stream()
        .filter(plan -> where != null && plan.summary().memory().equals(where.memory()))
        .findFirst()
        .map(plan -> Fills.of(plan.summary()))
        .orElse(Fills.NONE);
  }

  /** A plan with a place for every buffer states what it needs, even if that is too much. */
  private static boolean failed(Board board, RunId run, RunState state) {
    return state == RunState.OUT_OF_MEMORY
        || state == RunState.KILLED
        || state == RunState.ALLOCATION_REFUSED
        || (state == RunState.WILL_NOT_FIT
            && board.summariesOf(run).stream()
                .anyMatch(plan -> PlanVerdict.of(plan.getValue()) == PlanVerdict.INFEASIBLE));
  }

  /** The memory that matters most to the run with the largest number; {@code null} without one. */
  @Nullable String memory() {
    return points.stream()
        .filter(point -> !point.failed() && point.peakBytes() > 0)
        .reduce((smaller, larger) -> larger)
        .map(Point::memory)
        .orElse(null);
  }

  /** The runs that state what they need of the memory. */
  List<Point> measured() {
    String memory = memory();
    return points.stream()
        .filter(point -> !point.failed() && point.peakBytes() > 0)
        .filter(point -> point.memory().equals(memory))
        .toList();
  }

  /** The smallest size of the memory that a run states, failed or not; 0 if none does. */
  long statedBytes() {
    String memory = memory();
    return points.stream()
        .filter(point -> point.memory().equals(memory) && point.capacityBytes() > 0)
        .mapToLong(Point::capacityBytes)
        .min()
        .orElse(0);
  }

  /** The least number of a run that failed; infinite without one, or for a larger memory. */
  double failedAt(long capacityBytes) {
    boolean larger = statedBytes() > 0 && capacityBytes > statedBytes();
    return points.stream()
        .filter(point -> point.failed() && !larger)
        .mapToDouble(Point::value)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** The largest number whose run fitted; 0 without one. */
  double largestThatFits(long capacityBytes) {
    double failed = failedAt(capacityBytes);
    return measured().stream()
        .filter(point -> point.peakBytes() <= capacityBytes && point.value() < failed)
        .mapToDouble(Point::value)
        .max()
        .orElse(0);
  }

  String words(double off) {
    List<Point> measured = measured();
    List<String> failed =
        points.stream().filter(Point::failed).map(point -> text(point.value())).toList();
    int silent = points.size() - measured.size() - failed.size();
    long values = measured.stream().mapToDouble(Point::value).distinct().count();
    StringBuilder words = new StringBuilder("from " + Counted.text(measured.size(), "run"));
    if (values == 2) {
      words.append(", too few numbers to check that memory grows linearly");
    } else if (values > 2) {
      words.append(String.format(Locale.ROOT, ", at most %.1f %% off the lines", 100 * off));
    }
    if (!failed.isEmpty()) {
      words.append("; failed, so only lower bounds: ").append(String.join(", ", failed));
    }
    if (silent > 0) {
      words.append("; without a peak of the memory: %d".formatted(silent));
    }
    if (!alsoDiffer.isEmpty()) {
      words.append("; the runs also differ in ").append(String.join(", ", alsoDiffer));
    }
    return words.toString();
  }

  static String text(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }
}
