package io.tidemark.sink.snapshot;

import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.Op;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Program starts along the snapshots of a memory. The first marks of each kind are stored, at most
 * {@link #MOST}; all are counted.
 */
public final class ProgramMarks {

  static final int MOST = 1_024;

  /** Part of the name of every program that the compiler split off to compute constants once. */
  private static final String CONST_EVAL = "const_eval";

  public enum Kind {
    /** A program that a host submits. */
    SUBMISSION,
    /** A program that computes constants once, at the first snapshot within it. */
    CONST_EVAL;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One program start.
   *
   * @param n number of the snapshot among those of its memory, from 0
   * @param program {@code null} if the log names none
   */
  public record Mark(long n, long timeMillis, @Nullable String program) {}

  private final Map<Kind, List<Mark>> first = new EnumMap<>(Kind.class);
  private final Map<Kind, Long> inAll = new EnumMap<>(Kind.class);
  private boolean known;
  private @Nullable String last;

  /** Passes a snapshot outside the range, which gets no mark. */
  void pass(MemoryEvent.Snapshot snapshot) {
    last = programOf(snapshot);
    known = true;
  }

  /** Adds the next snapshot of the range, with its number. */
  public void add(long n, MemoryEvent.Snapshot snapshot) {
    String program = programOf(snapshot);
    String owner = snapshot.changedBy();
    if (owner == null ? n == 0 && program != null : Op.isUnattributed(owner)) {
      mark(Kind.SUBMISSION, n, snapshot.timeMillis(), program);
    }
    if ((known || n == 0) && isConstEval(program) && !Objects.equals(program, last)) {
      mark(Kind.CONST_EVAL, n, snapshot.timeMillis(), program);
    }
    pass(snapshot);
  }

  private static @Nullable String programOf(MemoryEvent.Snapshot snapshot) {
    Op before = snapshot.before();
    return before == null ? null : before.program();
  }

  private static boolean isConstEval(@Nullable String program) {
    return program != null && program.contains(CONST_EVAL);
  }

  private void mark(Kind kind, long n, long timeMillis, @Nullable String program) {
    inAll.merge(kind, 1L, Long::sum);
    List<Mark> marks = first.computeIfAbsent(kind, any -> new ArrayList<>());
    if (marks.size() < MOST) {
      marks.add(new Mark(n, timeMillis, program == null ? null : SnapshotPoint.cut(program)));
    }
  }

  /** The count of each kind; kinds without any are left out. */
  public Map<Kind, Long> inAll() {
    return Map.copyOf(inAll);
  }

  public List<Mark> of(Kind kind) {
    return List.copyOf(first.getOrDefault(kind, List.of()));
  }
}
