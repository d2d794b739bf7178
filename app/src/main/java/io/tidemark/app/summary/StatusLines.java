package io.tidemark.app.summary;

import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.Peak;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.model.TerminalText;
import io.tidemark.sink.board.Board;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** One line per open run: its fullest memory, else its newest plan, else its lines. */
public final class StatusLines {

  private static final int BAR_CELLS = 20;

  private StatusLines() {}

  public static List<String> of(Board board) {
    List<String> lines = new ArrayList<>();
    board
        .runs()
        .forEach(
            (run, status) -> {
              if (status.endMillis() == null) {
                lines.add(TerminalText.of(run.toString()) + " " + state(board, run, status));
              }
            });
    lines.addAll(ParkedLines.of(board));
    return lines;
  }

  private static String state(Board board, RunId run, RunStatus status) {
    String failed =
        status.failures().count() == 0
            ? ""
            : ", OUT OF MEMORY %,d times".formatted(status.failures().count());
    return fullest(board, run)
        .map(StatusLines::memory)
        .or(() -> newestPlan(board, run))
        .map(line -> line + failed)
        .orElseGet(() -> nothing(status));
  }

  private static String nothing(RunStatus status) {
    Long declined = status.failures().declined();
    String found =
        declined == null
            ? "none about memory so far"
            : declined + " requests turned down, no failure";
    return "%,d lines, %s".formatted(status.lines().read(), found);
  }

  private static Optional<Map.Entry<MemoryKey, MemoryUsage>> fullest(Board board, RunId run) {
    return board.usage().entrySet().stream()
        .filter(entry -> entry.getKey().run().equals(run))
        .filter(entry -> entry.getValue().now().capacityBytes() > 0)
        .max(Comparator.comparingDouble(entry -> entry.getValue().now().usedRatio()));
  }

  private static String memory(Map.Entry<MemoryKey, MemoryUsage> entry) {
    MemoryUsage usage = entry.getValue();
    Peak peak = usage.tidemark();
    double ratio = usage.now().usedRatio();
    int full = (int) Math.min(BAR_CELLS, Math.round(ratio * BAR_CELLS));
    return String.format(
        Locale.ROOT,
        "device %s %s [%s%s] %.1f %%, peak %.1f %% %s",
        entry.getKey().device(),
        entry.getKey().memory(),
        "#".repeat(full),
        ".".repeat(BAR_CELLS - full),
        100 * ratio,
        100.0 * peak.usedBytes() / usage.now().capacityBytes(),
        peak.fromErrorLine()
            ? "by the out-of-memory line"
            : "before " + TerminalText.of(peak.before()));
  }

  private static Optional<String> newestPlan(Board board, RunId run) {
    Map.Entry<PlanKey, PlanRecord.Summary> newest = null;
    for (Map.Entry<PlanKey, PlanRecord> entry : board.plans().entrySet()) {
      boolean mine = entry.getKey().run().equals(run);
      if (mine && entry.getValue() instanceof PlanRecord.Summary plan) {
        if (newest == null || plan.offset() > newest.getValue().offset()) {
          newest = Map.entry(entry.getKey(), plan);
        }
      }
    }
    return Optional.ofNullable(newest)
        .map(
            entry ->
                "plan %s %s: peak %,d B at step %d, %d placed, %d failed"
                    .formatted(
                        TerminalText.of(entry.getKey().plan()),
                        entry.getValue().state(),
                        entry.getValue().peakBytes(),
                        entry.getValue().peaks().placed().step(),
                        entry.getValue().arena().placements().placed(),
                        entry.getValue().arena().placements().failed()));
  }
}
