package io.tidemark.sink.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.model.ByteSize;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.Holder;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.PlanOrder;
import io.tidemark.sink.verdict.RunState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs of one program over time, e.g. of nightly jobs: which was the first bad one, and which op
 * grew there. A run is bad if it is in trouble, or if its peak exceeds the highest of the last good
 * runs by more than a limit.
 *
 * @param runs in order of time
 * @param maxGrowth limit as a share, 0.05 for 5 %
 */
public record RunsHistory(List<Row> runs, @JsonProperty("maxGrowth") double maxGrowth) {

  /** Growth above the last good run that is still good, unless a user sets another limit. */
  public static final double MAX_GROWTH = 0.05;

  private static final int GOOD_RUNS = 5;

  public RunsHistory {
    runs = List.copyOf(runs);
  }

  /**
   * A run.
   *
   * @param labels that its source got, e.g. its commit
   * @param growth of the peak over the last good run before it, as a share; {@code null} without
   *     one
   * @param bad why it is bad; {@code null} if it is good
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Row(
      String run,
      Map<String, String> labels,
      long startMillis,
      Answer answer,
      @JsonProperty("verdict") String words,
      @Nullable Double growth,
      @Nullable String bad) {

    /** Its labels, else its name. */
    String name() {
      return labels.isEmpty() ? run : String.join(" ", values());
    }

    private List<String> values() {
      return labels.entrySet().stream().map(l -> l.getKey() + "=" + l.getValue()).sorted().toList();
    }

    /** Name and labels. */
    public String title() {
      return labels.isEmpty() ? run : run + " " + String.join(" ", values());
    }

    long peakBytes() {
      return answer.where() == null ? 0 : answer.where().peakBytes();
    }
  }

  /** The history of all runs of a board. */
  public static RunsHistory of(Board board, double maxGrowth, long nowMillis) {
    List<Map.Entry<RunId, RunStatus>> inOrder = new ArrayList<>(board.runs().entrySet());
    inOrder.sort(
        Comparator.comparingLong((Map.Entry<RunId, RunStatus> run) -> run.getValue().startMillis())
            .thenComparing(run -> run.getKey().toString(), PlanOrder.NATURAL));
    List<Row> rows = new ArrayList<>();
    Deque<Row> good = new ArrayDeque<>();
    for (Map.Entry<RunId, RunStatus> run : inOrder) {
      Answer answer = Answers.of(board, run.getKey(), run.getValue(), nowMillis);
      Row row = judged(run.getKey(), run.getValue(), answer, highest(good), maxGrowth);
      rows.add(row);
      if (row.bad() == null && row.peakBytes() > 0) {
        good.addLast(row);
        if (good.size() > GOOD_RUNS) {
          good.removeFirst();
        }
      }
    }
    return new RunsHistory(rows, maxGrowth);
  }

  /** Peaks of equal programs differ by chance, so the highest of the last good ones counts. */
  private static @Nullable Row highest(Collection<Row> good) {
    return good.stream().max(Comparator.comparingLong(Row::peakBytes)).orElse(null);
  }

  private static Row judged(
      RunId id, RunStatus status, Answer answer, @Nullable Row good, double maxGrowth) {
    long peak = answer.where() == null ? 0 : answer.where().peakBytes();
    Double growth =
        good == null || !sameMemory(good.answer(), answer) || good.peakBytes() == 0
            ? null
            : (double) peak / good.peakBytes() - 1;
    String bad = null;
    if (isTrouble(answer)) {
      bad = answer.headline();
    } else if (good != null && growth != null && growth > maxGrowth) {
      bad = grown(good, answer, growth);
    }
    return new Row(
        id.toString(),
        status.source().labels(),
        status.startMillis(),
        answer,
        answer.verdict().words(),
        growth,
        bad);
  }

  private static boolean isTrouble(Answer answer) {
    RunState state = answer.verdict().state();
    return state == RunState.OUT_OF_MEMORY || state == RunState.WILL_NOT_FIT;
  }

  private static boolean sameMemory(Answer one, Answer other) {
    Place a = one.where();
    Place b = other.where();
    return a != null && b != null && a.memory().equals(b.memory());
  }

  private static String grown(Row good, Answer now, double growth) {
    return String.format(
        Locale.ROOT,
        "peak +%.1f %% over %s%s",
        100 * growth,
        good.name(),
        grownOp(good.answer().fills(), now.fills()).map(op -> "; " + op).orElse(""));
  }

  /** The op that holds most more than in the good run. */
  private static Optional<String> grownOp(Fills before, Fills now) {
    Map<String, Long> earlier = new HashMap<>();
    before.ops().forEach(op -> earlier.put(op.name(), op.heldAtPeakBytes()));
    return now.ops().stream()
        .filter(op -> !op.name().equals(Fills.OTHERS))
        .map(
            op -> new Holder(op.name(), op.heldAtPeakBytes() - earlier.getOrDefault(op.name(), 0L)))
        .filter(op -> op.heldAtPeakBytes() > 0)
        .max(Comparator.comparingLong(Holder::heldAtPeakBytes))
        .map(op -> op.name() + " holds " + ByteSize.text(op.heldAtPeakBytes()) + " more");
  }

  /** The run with which the present trouble began; {@code null} if the newest run is good. */
  public @Nullable Row firstBad() {
    Row first = null;
    for (Row row : runs) {
      if (row.bad() == null) {
        first = null;
      } else if (first == null) {
        first = row;
      }
    }
    return first;
  }

  /** The present trouble in one sentence. */
  @JsonProperty("sentence")
  public String sentence() {
    Row first = firstBad();
    if (first != null) {
      return "first bad: %s: %s".formatted(first.title(), first.bad());
    }
    long bad = runs.stream().filter(row -> row.bad() != null).count();
    return bad == 0
        ? "no bad run"
        : "the newest run is good; %,d before it %s bad".formatted(bad, bad == 1 ? "was" : "were");
  }
}
