package io.tidemark.sink.answer;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.model.ByteSize;
import io.tidemark.model.event.Holder;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.PlanOrder;
import io.tidemark.sink.verdict.RunState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs of one program over time, e.g. of nightly jobs: which was the first bad one, and which op
 * grew there. A run is bad if it is in trouble, or if its peak exceeds the highest of the last good
 * runs by more than a limit.
 *
 * @param runs in order of time
 * @param maxGrowth limit as a share, 0.05 for 5 %
 * @param firstBads of each program whose newest run is bad, the run with which that began, the
 *     newest last. Logs of several systems may lie side by side.
 */
public record RunsHistory(
    List<Row> runs, @JsonProperty("maxGrowth") double maxGrowth, @JsonIgnore List<Row> firstBads) {

  /** Growth above the last good run that is still good, unless a user sets another limit. */
  public static final double MAX_GROWTH = 0.05;

  public RunsHistory {
    runs = List.copyOf(runs);
    firstBads = List.copyOf(firstBads);
  }

  /** The run with which the newest trouble began; {@code null} if no program is in trouble. */
  @JsonProperty("firstBad")
  public @Nullable Row firstBad() {
    return firstBads.isEmpty() ? null : firstBads.get(firstBads.size() - 1);
  }

  /**
   * A run.
   *
   * @param program the first run of its program
   * @param labels that its source got, e.g. its commit
   * @param growth of the peak over the last good run before it, as a share; {@code null} without
   *     one
   * @param bad why it is bad; {@code null} if it is good
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Row(
      String run,
      String program,
      Map<String, String> labels,
      long startMillis,
      Answer answer,
      @Nullable Double growth,
      @Nullable String bad) {

    @JsonProperty("verdict")
    public String words() {
      return answer.verdict().words();
    }

    private static String name(String run, Map<String, String> labels) {
      return labels.isEmpty() ? run : words(labels);
    }

    private static String words(Map<String, String> labels) {
      return labels.entrySet().stream()
          .map(label -> label.getKey() + "=" + label.getValue())
          .sorted()
          .collect(Collectors.joining(" "));
    }

    /** Name and labels. */
    public String title() {
      return labels.isEmpty() ? run : run + " " + words(labels);
    }

    /** Whether nothing is known of it but that it was killed. */
    private boolean isKillAlone() {
      return answer.where() == null && answer.verdict().state() == RunState.KILLED;
    }
  }

  public static RunsHistory of(Board board, double maxGrowth, long nowMillis) {
    List<Map.Entry<RunId, RunStatus>> inOrder = new ArrayList<>(board.runs().entrySet());
    inOrder.sort(
        Comparator.comparingLong((Map.Entry<RunId, RunStatus> run) -> run.getValue().startMillis())
            .thenComparing(run -> run.getKey().toString(), PlanOrder.NATURAL));
    List<Row> rows = new ArrayList<>();
    List<Program> programs = new ArrayList<>();
    Map<Program, Row> firstBad = new LinkedHashMap<>();
    for (Map.Entry<RunId, RunStatus> entry : inOrder) {
      RunStatus status = entry.getValue();
      Answer answer = Answers.of(board, entry.getKey(), status, nowMillis);
      String name = Row.name(entry.getKey().toString(), status.source().labels());
      Program.Run run = Program.Run.of(board, entry.getKey(), status, name, answer);
      Program program = Program.of(run, programs);
      programs.remove(program);
      programs.add(0, program);
      Row row = judged(entry.getKey(), status, answer, program, run, maxGrowth);
      program.add(run, row.bad() == null);
      rows.add(row);
      if (row.bad() != null) {
        firstBad.putIfAbsent(program, row);
      } else if (!status.formats().isEmpty()) {
        firstBad.remove(program);
        // A kill alone may be of any program.
        firstBad.values().removeIf(Row::isKillAlone);
      }
    }
    return new RunsHistory(rows, maxGrowth, List.copyOf(firstBad.values()));
  }

  /** By how much the peak of each run exceeds those of the good runs before it, as a share. */
  public static Map<String, Double> growths(Board board, long nowMillis) {
    Map<String, Double> growths = new HashMap<>();
    if (board.runs().values().stream().allMatch(run -> run.endMillis() == null)) {
      return growths;
    }
    for (Row row : of(board, MAX_GROWTH, nowMillis).runs) {
      if (row.growth() != null) {
        growths.put(row.run(), row.growth());
      }
    }
    return growths;
  }

  private static Row judged(
      RunId id,
      RunStatus status,
      Answer answer,
      Program program,
      Program.Run run,
      double maxGrowth) {
    Double growth = program.growth(run);
    List<String> bad = new ArrayList<>();
    if (answer.verdict().state().trouble() > 0) {
      bad.add(answer.headline());
    }
    if (growth != null && growth > maxGrowth) {
      bad.add(grown(program.lastGood(run), run.ops(), growth));
    }
    return new Row(
        id.toString(),
        program.first(run),
        status.source().labels(),
        status.startMillis(),
        answer,
        growth,
        bad.isEmpty() ? null : String.join("; ", bad));
  }

  private static String grown(Program.Run last, Map<String, Long> ops, double growth) {
    return String.format(
        Locale.ROOT,
        "peak +%.1f %% over the good runs up to %s%s",
        100 * growth,
        last.name(),
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

  @JsonProperty("sentence")
  public String sentence() {
    Row first = firstBad();
    if (first != null) {
      return "first bad: %s: %s".formatted(first.title(), first.bad());
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
