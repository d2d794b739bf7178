package io.tidemark.sink.answer;

import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.PeakRatio;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.MainMemory;
import io.tidemark.sink.verdict.RunVerdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Growth of peaks over the good runs before, for an alert. Runs of logs whose names differ by
 * numbers alone are taken for the same program; runs at the same time are its workers, not its
 * past.
 */
public final class PeakGrowth {

  private static final Pattern DIGITS = Pattern.compile("[0-9]+");

  private static final int GOOD_RUNS = 5;

  /** Runs before one of which none may be good. */
  private static final int MOST_BEFORE = 10;

  private static final Comparator<Map.Entry<RunId, RunStatus>> LATEST_FIRST =
      Comparator.comparing((Map.Entry<RunId, RunStatus> run) -> run.getValue().startMillis())
          .reversed();

  private final Board board;
  private final long nowMillis;
  private final Map<String, List<Map.Entry<RunId, RunStatus>>> ended = new HashMap<>();

  /** The programs of a board and their past. */
  public PeakGrowth(Board board, long nowMillis) {
    this.board = board;
    this.nowMillis = nowMillis;
    for (Map.Entry<RunId, RunStatus> run : board.runs().entrySet()) {
      if (run.getValue().endMillis() != null) {
        ended.computeIfAbsent(program(run.getKey()), any -> new ArrayList<>()).add(run);
      }
    }
    ended.values().forEach(runs -> runs.sort(LATEST_FIRST));
  }

  private static String program(RunId run) {
    return DIGITS.matcher(run.source()).replaceAll("0");
  }

  /**
   * The peak of a run above the highest of the last five good runs that ended before it, as a
   * share; {@code null} if there is none, or the run states no use.
   */
  public @Nullable Double of(RunId run, RunStatus status) {
    List<Map.Entry<RunId, RunStatus>> past = ended.get(program(run));
    Map.Entry<MemoryKey, MemoryUsage> memory = past == null ? null : memory(run);
    if (past == null || memory == null) {
      return null;
    }
    long peak = memory.getValue().tidemark().usedBytes();
    OptionalLong highest =
        past.stream()
            .filter(before -> !before.getKey().equals(run) && isBefore(before.getValue(), status))
            .limit(MOST_BEFORE)
            .filter(before -> isGood(before.getKey(), before.getValue()))
            .limit(GOOD_RUNS)
            .mapToLong(before -> peak(before.getKey(), memory.getKey().memory()))
            .filter(before -> PeakRatio.mayBeOfOneProgram(before, peak))
            .max();
    return highest.isEmpty() ? null : Double.valueOf((double) peak / highest.getAsLong() - 1);
  }

  private static boolean isBefore(RunStatus one, RunStatus other) {
    Long end = one.endMillis();
    return end != null && end <= other.startMillis();
  }

  private boolean isGood(RunId run, RunStatus status) {
    return RunVerdict.of(board, run, status, nowMillis).state().trouble() == 0;
  }

  private Map.@Nullable Entry<MemoryKey, MemoryUsage> memory(RunId run) {
    return MainMemory.of(board, run).stream()
        .filter(memory -> MainMemory.isUsed(memory.getValue()))
        .findFirst()
        .orElse(null);
  }

  private long peak(RunId run, String memory) {
    return board.usageOf(run).stream()
        .filter(one -> one.getKey().memory().equals(memory))
        .mapToLong(one -> one.getValue().tidemark().usedBytes())
        .max()
        .orElse(0);
  }
}
