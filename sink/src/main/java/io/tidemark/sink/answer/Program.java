package io.tidemark.sink.answer;

import io.tidemark.model.event.Holder;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.board.Board;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one program in order of time. Logs whose names differ by numbers, hashes or labels
 * alone are of one program, unless their ops or peaks contradict; logs of other names are if at
 * least half of their ops are the same. Runs at the same time are workers of a job, and no past.
 */
final class Program {

  /** The values of labels, commits and numbers say which run it is. */
  private static final Pattern OF_ONE_RUN =
      Pattern.compile(
          "(?<==)[^/,.]+|(?<![0-9A-Za-z])(?=[a-f]*[0-9])[0-9a-f]{7,40}(?![0-9A-Za-z])|[0-9]+");

  /** Peaks of equal runs differ by chance, so the highest of so many counts. */
  private static final int GOOD_RUNS = 5;

  /** A program that needs more times as much is another one. */
  private static final int MOST_RATIO = 10;

  /** Programs of other log names among which one with the same ops is searched. */
  private static final int MOST_OTHERS = 16;

  private @Nullable String first;
  private final List<Run> newest = new ArrayList<>();
  private final List<Run> good = new ArrayList<>();

  /**
   * A run.
   *
   * @param id unique
   * @param name for a reader
   * @param where the memory that its answer is about; {@code null} if the log states no figure
   * @param ops what each op held at the peak
   */
  record Run(
      String id,
      String name,
      String log,
      long startMillis,
      @Nullable Long endMillis,
      @Nullable Fullness where,
      Map<String, Long> ops) {

    static Run of(Board board, RunId id, RunStatus status, String name, Answer answer) {
      return new Run(
          id.toString(),
          name,
          log(id.source()),
          status.startMillis(),
          status.endMillis(),
          answer.where(),
          ops(board, id, answer));
    }

    /** The name of a log without what says which run it is. */
    static String log(String source) {
      return OF_ONE_RUN.matcher(source).replaceAll("0");
    }

    private static Map<String, Long> ops(Board board, RunId id, Answer answer) {
      Map<String, Long> held = new HashMap<>();
      Fullness where = answer.where();
      OpTable table =
          where == null ? null : board.ops().get(new MemoryKey(id, where.device(), where.memory()));
      if (table == null) {
        for (Holder op : answer.fills().ops()) {
          if (!op.name().equals(Fills.OTHERS)) {
            held.put(op.name(), op.heldAtPeakBytes());
          }
        }
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

    long peakBytes() {
      return where == null ? 0 : where.peakBytes();
    }

    /** Whether both have a peak of one memory. */
    private boolean isComparable(Run other) {
      return peakBytes() > 0
          && other.peakBytes() > 0
          && where != null
          && other.where != null
          && where.memory().equals(other.where.memory());
    }

    /** Whether both peaks may be of one program, and their growth a figure in per cent. */
    private boolean isAsLarge(Run other) {
      long less = Math.min(peakBytes(), other.peakBytes());
      return less > 0 && Math.max(peakBytes(), other.peakBytes()) / MOST_RATIO <= less;
    }

    /** Whether a log of the same name may be one of the same program. */
    private boolean agrees(Run other) {
      return !isComparable(other)
          || (isAsLarge(other) && (ops.isEmpty() || other.ops.isEmpty() || same(other) > 0));
    }

    /** Whether a log of another name is one of the same program. */
    private boolean isLike(Run other) {
      return isComparable(other)
          && isAsLarge(other)
          && !ops.isEmpty()
          && 2 * same(other) >= Math.max(ops.size(), other.ops.size());
    }

    private long same(Run other) {
      return ops.keySet().stream().filter(other.ops::containsKey).count();
    }

    private boolean isBefore(Run other) {
      return endMillis != null && endMillis <= other.startMillis;
    }
  }

  /** Its first run, which this one is if there is none. */
  String first(Run run) {
    return first == null ? run.id : first;
  }

  /** The program of a later run, among these with the newest first; a new one if it is of none. */
  static Program of(Run run, List<Program> programs) {
    return programs.stream()
        .filter(one -> one.newest.stream().anyMatch(known -> known.log.equals(run.log)))
        .filter(one -> one.newest.stream().anyMatch(known -> known.agrees(run)))
        .findFirst()
        .or(
            () ->
                programs.stream()
                    .limit(MOST_OTHERS)
                    .filter(one -> one.newest.stream().anyMatch(known -> known.isLike(run)))
                    .findFirst())
        .orElseGet(Program::new);
  }

  void add(Run run, boolean isGood) {
    first = first(run);
    newest.add(0, run);
    if (newest.size() > GOOD_RUNS) {
      newest.remove(GOOD_RUNS);
    }
    if (isGood && run.peakBytes() > 0) {
      good.add(0, run);
    }
  }

  /**
   * The peak of a run above the highest of the last good runs before it, as a share; {@code null}
   * if there is none.
   */
  @Nullable Double growth(Run run) {
    OptionalLong highest =
        good.stream().filter(isPastOf(run)).limit(GOOD_RUNS).mapToLong(Run::peakBytes).max();
    return highest.isEmpty() ? null : (double) run.peakBytes() / highest.getAsLong() - 1;
  }

  Run lastGood(Run run) {
    return good.stream().filter(isPastOf(run)).findFirst().orElseThrow();
  }

  private static Predicate<Run> isPastOf(Run run) {
    return before -> before.isComparable(run) && before.isBefore(run) && before.isAsLarge(run);
  }
}
