package io.tidemark.sink.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.model.ByteSize;
import io.tidemark.model.event.Holder;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.memory.PeakRatio;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.PlanOrder;
import io.tidemark.sink.verdict.RunState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Runs of one program over time, e.g. of nightly jobs: which was the first bad one, and which op
 * grew there. A run is bad if it is in trouble, or if its peak exceeds the highest of the last good
 * runs by more than a limit.
 *
 * @param runs in order of time
 * @param maxGrowth limit as a share, 0.05 for 5 %
 * @param firstBad the run with which the present trouble began; {@code null} if the newest run is
 *     good. Logs of several systems may lie side by side, and each has a newest run.
 */
public record RunsHistory(
    List<Row> runs, @JsonProperty("maxGrowth") double maxGrowth, @Nullable Row firstBad) {

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

    /** Whether nothing is known of it but that it was killed. */
    private boolean isKillAlone() {
      return answer.where() == null && answer.verdict().state() == RunState.KILLED;
    }

    long peakBytes() {
      return RunsHistory.peakBytes(answer);
    }
  }

  /** The history of all runs of a board. */
  public static RunsHistory of(Board board, double maxGrowth, long nowMillis) {
    List<Map.Entry<RunId, RunStatus>> inOrder = new ArrayList<>(board.runs().entrySet());
    inOrder.sort(
        Comparator.comparingLong((Map.Entry<RunId, RunStatus> run) -> run.getValue().startMillis())
            .thenComparing(run -> run.getKey().toString(), PlanOrder.NATURAL));
    List<Row> rows = new ArrayList<>();
    Map<List<String>, Row> firstBad = new LinkedHashMap<>();
    List<Good> good = new ArrayList<>();
    for (Map.Entry<RunId, RunStatus> run : inOrder) {
      Answer answer = Answers.of(board, run.getKey(), run.getValue(), nowMillis);
      Map<String, Long> ops = ops(board, run.getKey(), answer);
      List<String> formats = run.getValue().formats();
      List<Good> past = good.stream().filter(one -> one.isLike(answer, formats, ops)).toList();
      List<Good> alike = past.subList(Math.max(0, past.size() - GOOD_RUNS), past.size());
      Row row = judged(run.getKey(), run.getValue(), answer, alike, ops, maxGrowth);
      rows.add(row);
      if (row.bad() == null) {
        // A failure may be written by a writer of its own; a kill alone may be of any program.
        firstBad
            .entrySet()
            .removeIf(
                bad ->
                    !formats.isEmpty()
                        && (bad.getKey().containsAll(formats) || bad.getValue().isKillAlone()));
      } else {
        firstBad.putIfAbsent(run.getValue().formats(), row);
      }
      if (row.bad() == null && row.peakBytes() > 0) {
        good.add(new Good(row, formats, ops));
      }
    }
    Row newestTrouble = firstBad.values().stream().reduce((one, later) -> later).orElse(null);
    return new RunsHistory(rows, maxGrowth, newestTrouble);
  }

  /** A good run, and what each op held at its peak. */
  private record Good(Row row, List<String> formats, Map<String, Long> ops) {

    /** Whether a run may be one of the same program. */
    boolean isLike(Answer answer, List<String> itsFormats, Map<String, Long> itsOps) {
      boolean disjoint = Collections.disjoint(ops.keySet(), itsOps.keySet());
      // A failure may be written by a writer of its own.
      boolean alike = formats.containsAll(itsFormats) || itsFormats.containsAll(formats);
      return alike
          && sameMemory(row.answer(), answer)
          && PeakRatio.mayBeOfOneProgram(row.peakBytes(), peakBytes(answer))
          && (!disjoint || ops.isEmpty() || itsOps.isEmpty());
    }
  }

  private static Map<String, Long> ops(Board board, RunId run, Answer answer) {
    Map<String, Long> held = new HashMap<>();
    OpTable table = answer.where() == null ? null : board.ops().get(answer.where().of(run));
    if (table == null) {
      answer.fills().ops().stream()
          .filter(op -> !op.name().equals(Fills.OTHERS))
          .forEach(op -> held.put(op.name(), op.heldAtPeakBytes()));
      return held;
    }
    for (OpUsage op : table.ops()) {
      Long bytes = op.heldAtPeakBytes();
      if (bytes != null) {
        held.put(op.op(), bytes);
      }
    }
    return held;
  }

  /** Peaks of equal programs differ by chance, so the highest of the last good ones counts. */
  private static Row judged(
      RunId id,
      RunStatus status,
      Answer answer,
      List<Good> good,
      Map<String, Long> ops,
      double maxGrowth) {
    long peak = peakBytes(answer);
    OptionalLong highest = good.stream().mapToLong(one -> one.row().peakBytes()).max();
    Double growth = highest.isEmpty() ? null : (double) peak / highest.getAsLong() - 1;
    List<String> bad = new ArrayList<>();
    if (answer.verdict().state().trouble() > 0) {
      bad.add(answer.headline());
    }
    if (growth != null && growth > maxGrowth) {
      bad.add(grown(good.get(good.size() - 1), ops, growth));
    }
    return new Row(
        id.toString(),
        status.source().labels(),
        status.startMillis(),
        answer,
        answer.verdict().words(),
        growth,
        bad.isEmpty() ? null : String.join("; ", bad));
  }

  private static long peakBytes(Answer answer) {
    return answer.where() == null ? 0 : answer.where().peakBytes();
  }

  private static boolean sameMemory(Answer one, Answer other) {
    Fullness a = one.where();
    Fullness b = other.where();
    return a != null && b != null && a.memory().equals(b.memory());
  }

  private static String grown(Good last, Map<String, Long> ops, double growth) {
    return String.format(
        Locale.ROOT,
        "peak +%.1f %% over the good runs up to %s%s",
        100 * growth,
        last.row().name(),
        grownOp(last.ops(), ops).map(op -> "; " + op).orElse(""));
  }

  /** The op that holds most more than in the last good run. */
  private static Optional<String> grownOp(Map<String, Long> before, Map<String, Long> now) {
    return now.entrySet().stream()
        .map(op -> new Holder(op.getKey(), op.getValue() - before.getOrDefault(op.getKey(), 0L)))
        .filter(op -> op.heldAtPeakBytes() > 0)
        .max(Comparator.comparingLong(Holder::heldAtPeakBytes).thenComparing(Holder::name))
        .map(op -> op.name() + " holds " + ByteSize.text(op.heldAtPeakBytes()) + " more");
  }

  /** Whether the newest run says nothing of its memory, so that nobody knows whether it is good. */
  public boolean isNewestSilent() {
    return !runs.isEmpty() && runs.get(runs.size() - 1).answer().where() == null;
  }

  /** The present trouble in one sentence. */
  @JsonProperty("sentence")
  public String sentence() {
    if (firstBad != null) {
      return "first bad: %s: %s".formatted(firstBad.title(), firstBad.bad());
    }
    if (isNewestSilent()) {
      return "the newest run, %s, states no memory".formatted(runs.get(runs.size() - 1).title());
    }
    long bad = runs.stream().filter(row -> row.bad() != null).count();
    return bad == 0
        ? "no bad run"
        : "the newest run is good; %,d before it %s bad".formatted(bad, bad == 1 ? "was" : "were");
  }
}
