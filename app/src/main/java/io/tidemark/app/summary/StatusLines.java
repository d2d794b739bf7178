package io.tidemark.app.summary;

import io.tidemark.model.TerminalText;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OverLastRun;
import io.tidemark.model.memory.Peak;
import io.tidemark.model.run.Refusals;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.CulpritText;
import io.tidemark.sink.verdict.MainMemory;
import io.tidemark.sink.verdict.PlanOrder;
import io.tidemark.sink.verdict.PlanOrder.NamedPlan;
import io.tidemark.sink.verdict.PlanVerdict;
import io.tidemark.sink.verdict.RunOrder;
import io.tidemark.sink.verdict.RunState;
import io.tidemark.sink.verdict.RunVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One line per open run, and per source whose newest run failed, by urgency: its state, and its
 * main memory, else its first plan, else its line counts.
 */
public final class StatusLines {

  private static final int BAR_CELLS = 20;

  private StatusLines() {}

  /**
   * A line.
   *
   * @param kind what it is about: another one is worth telling, other figures of it are not
   */
  public record Row(RunId run, String kind, String text) {}

  /** The lines at this time. */
  public static List<Row> of(Board board, long nowMillis) {
    List<Row> rows = new ArrayList<>();
    for (Map.Entry<RunId, RunStatus> run : RunOrder.of(board)) {
      if (run.getValue().endMillis() == null || failedLast(board, run.getKey(), run.getValue())) {
        rows.add(row(board, run.getKey(), run.getValue(), nowMillis));
      }
    }
    return rows;
  }

  private static Row row(Board board, RunId id, RunStatus status, long nowMillis) {
    String state = RunVerdict.of(board, id, status, nowMillis).state().label();
    String figures =
        mainMemory(board, id).isPresent()
            ? "memory"
            : firstPlan(board, id).isPresent() ? "plan" : "lines";
    return new Row(id, state + " " + figures, line(board, id, status, nowMillis));
  }

  private static boolean failedLast(Board board, RunId id, RunStatus status) {
    return status.analysisFailure() != null
        && !board.runs().containsKey(new RunId(id.source(), id.number() + 1));
  }

  /** The line of one run, open or not. */
  public static String line(Board board, RunId id, RunStatus status, long nowMillis) {
    RunVerdict verdict = RunVerdict.of(board, id, status, nowMillis);
    String failed =
        verdict.state() == RunState.OUT_OF_MEMORY
            ? ", %,d failed %s"
                .formatted(
                    status.failures().count(),
                    status.failures().count() == 1 ? "allocation" : "allocations")
            : "";
    String figures = mainMemory(board, id).or(() -> firstPlan(board, id)).orElse(lines(status));
    return "%s%s %s: %s%s%s"
        .formatted(
            TerminalText.of(id.toString()),
            Summary.worker(status),
            verdict.words(),
            figures,
            failed,
            contradictions(status));
  }

  private static String contradictions(RunStatus status) {
    Long lines = status.tracking().contradictions();
    return lines == null ? "" : ", %,d contradicting lines (several writers)".formatted(lines);
  }

  private static String lines(RunStatus status) {
    Refusals refused = status.failures().refused();
    String found = refused == null ? "none about memory so far" : refused.words();
    return "%,d lines, %s".formatted(status.lines().read(), found);
  }

  private static Optional<String> mainMemory(Board board, RunId run) {
    return MainMemory.of(board, run).stream()
        .filter(entry -> entry.getValue().now().capacityBytes() > 0)
        .findFirst()
        .map(StatusLines::memory);
  }

  private static String memory(Map.Entry<MemoryKey, MemoryUsage> entry) {
    MemoryUsage usage = entry.getValue();
    Peak peak = usage.tidemark();
    OverLastRun over = usage.submissions().overLastRun();
    double ratio = usage.now().usedRatio();
    int full = (int) Math.min(BAR_CELLS, Math.round(ratio * BAR_CELLS));
    return String.format(
        Locale.ROOT,
        "device %s %s [%s%s] %.1f %%, peak %.1f %% %s%s",
        TerminalText.of(entry.getKey().device()),
        TerminalText.of(entry.getKey().memory()),
        "#".repeat(full),
        ".".repeat(BAR_CELLS - full),
        100 * ratio,
        100.0 * peak.usedBytes() / usage.now().capacityBytes(),
        TerminalText.of(CulpritText.sentence(peak)),
        over == null ? "" : ", " + over.words());
  }

  private static Optional<String> firstPlan(Board board, RunId run) {
    List<NamedPlan> plans = PlanOrder.of(board, run);
    return plans.stream().findFirst().map(plan -> plan(plan, plans.size() - 1));
  }

  private static String plan(NamedPlan plan, int more) {
    return "plan %s %s: peak %,d B at step %d, %d placed, %d failed%s"
        .formatted(
            TerminalText.of(plan.key().plan()),
            PlanVerdict.of(plan.summary()).words(),
            plan.summary().peakBytes(),
            plan.summary().peaks().placed().step(),
            plan.summary().arena().placements().placed(),
            plan.summary().arena().placements().failed(),
            more == 0 ? "" : " (and %,d more)".formatted(more));
  }
}
