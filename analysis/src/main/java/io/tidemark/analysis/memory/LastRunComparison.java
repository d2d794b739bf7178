package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.memory.OverLastRun;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Compares one memory with the previous run, point by point.
 *
 * <pre>
 *   first snapshot of a point ─▶ the point before it is complete: compared
 *   a higher use than the previous run had at this point ─▶ compared at once: it can only rise
 *   a point that the previous run did not reach ─▶ not compared
 * </pre>
 */
@Stored
final class LastRunComparison {

  private static final long NO_POINT = -1;

  private transient @Nullable LastMemory last;

  /** Current point of each program, on the grid of the previous run, and its highest use. */
  private long[] keys = new long[0];

  private long[] most = new long[0];

  private transient int program = SubmittedPrograms.NONE;
  private transient int lastProgram = LastPoints.NONE;
  private long usedBytes;
  private long lastUsedBytes;

  /** Sets the run to compare with; {@code null} stops the comparison. */
  void against(@Nullable LastMemory other) {
    boolean restored = last == null && keys.length > 0;
    last = other;
    program = SubmittedPrograms.NONE;
    if (!restored || other == null) {
      keys = new long[0];
      most = new long[0];
      lastUsedBytes = 0;
    }
  }

  /** Records a snapshot at the current point of the programs. */
  void record(SubmittedPrograms at, MemoryView view) {
    LastMemory other = last;
    if (other == null) {
      return;
    }
    if (!other.isAlike(view.banks(), view.capacityBytes())) {
      lastUsedBytes = 0;
      return;
    }
    if (program != at.current()) {
      program = at.current();
      lastProgram = other.points().program(at.hash(program));
      ensureRoom(program + 1);
    }
    PointGrid grid = other.points().grid();
    long key = grid.key(at.submission(), at.ordinal());
    if (keys[program] != key) {
      leave(other);
      keys[program] = key;
      most[program] = 0;
    }
    most[program] = Math.max(most[program], view.usedBytes());
    compare(most[program], other.points().most(lastProgram, key), grid.isFinest());
  }

  private void leave(LastMemory other) {
    if (keys[program] != NO_POINT) {
      compare(most[program], other.points().most(lastProgram, keys[program]), true);
    }
  }

  private void compare(long used, long lastUsed, boolean isWhole) {
    if (lastUsed <= 0) {
      lastUsedBytes = 0;
    } else if (isWhole || used > lastUsed) {
      usedBytes = used;
      lastUsedBytes = lastUsed;
    }
  }

  private void ensureRoom(int programs) {
    int size = keys.length;
    if (programs > size) {
      keys = Arrays.copyOf(keys, programs);
      most = Arrays.copyOf(most, programs);
      Arrays.fill(keys, size, programs, NO_POINT);
    }
  }

  /** The newest comparable point; {@code null} if there is none. */
  @Nullable OverLastRun over() {
    LastMemory other = last;
    return other == null || lastUsedBytes == 0
        ? null
        : new OverLastRun(other.run(), usedBytes, lastUsedBytes);
  }

  /** Refuses a restored state that this class cannot have stored. */
  void check() {
    if (keys.length != most.length || keys.length > SubmittedPrograms.MOST) {
      throw new IllegalStateException("%d programs compared".formatted(keys.length));
    }
  }
}
