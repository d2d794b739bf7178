package io.tidemark.app.compare;

import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunStatus;
import io.tidemark.model.Training;
import io.tidemark.sink.board.Board;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The difference of two runs.
 *
 * @param peaks the tidemark of each memory, the peak of each static plan and of a training
 * @param ops growth by kind of op where it differs; the largest change first
 */
public record Comparison(String before, String after, List<Change> peaks, List<Change> ops) {

  /** Compares two runs. */
  public static Comparison of(Side before, Side after) {
    Map<String, Long> peaksBefore = peaks(before);
    Map<String, Long> peaksAfter = peaks(after);
    List<Change> ops = new ArrayList<>(changes(growth(before), growth(after)));
    ops.removeIf(change -> change.bytes() == 0);
    ops.sort(Comparator.comparingLong(Change::bytes).reversed().thenComparing(Change::what));
    return new Comparison(before.name(), after.name(), changes(peaksBefore, peaksAfter), ops);
  }

  /** Whether some peak exists in both runs; if none does, the comparison is meaningless. */
  public boolean hasCommonPeak() {
    return peaks.stream().anyMatch(peak -> peak.before() > 0 && peak.after() > 0);
  }

  /** Whether a peak grew by more than {@code percent} per cent. */
  public boolean grewMoreThan(double percent) {
    return peaks.stream().anyMatch(peak -> peak.percent() > percent);
  }

  private static List<Change> changes(Map<String, Long> before, Map<String, Long> after) {
    Set<String> all = new TreeSet<>(before.keySet());
    all.addAll(after.keySet());
    return all.stream()
        .map(what -> new Change(what, before.getOrDefault(what, 0L), after.getOrDefault(what, 0L)))
        .toList();
  }

  private static Map<String, Long> peaks(Side side) {
    Map<String, Long> peaks = new TreeMap<>();
    Board board = side.board();
    board
        .usage()
        .forEach(
            (key, usage) -> {
              if (key.run().equals(side.run())) {
                String what = "device %s %s".formatted(key.device(), key.memory());
                peaks.put(what, usage.tidemark().usedBytes());
              }
            });
    board
        .plans()
        .forEach(
            (key, record) -> {
              if (key.run().equals(side.run()) && record instanceof PlanRecord.Summary plan) {
                peaks.put("plan " + key.plan(), plan.peakBytes());
              }
            });
    RunStatus status = board.runs().get(side.run());
    Training training = status == null ? null : status.training();
    Long peak = training == null ? null : training.totals().peakBytes();
    if (peak != null && peak > 0) {
      peaks.put("training", peak);
    }
    return peaks;
  }

  private static Map<String, Long> growth(Side side) {
    Map<String, Long> growth = new HashMap<>();
    side.board()
        .ops()
        .forEach(
            (key, table) -> {
              if (key.run().equals(side.run())) {
                String memory = "device %s %s ".formatted(key.device(), key.memory());
                table.ops().forEach(op -> growth.put(memory + op.op(), op.growthBytes()));
              }
            });
    return growth;
  }
}
