package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.Stored;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Position of a run in its programs: the last submitted program, how often it was submitted, and
 * the snapshots since. A log without submissions counts as one submission of an unnamed program.
 */
@Stored
final class SubmittedPrograms {

  /** Most logs name fewer than ten programs; each constant that a compiler folds is also one. */
  static final int MOST = 64;

  static final int NONE = -1;
  private static final int ROOM = 4;

  /** Program before a submit, or before the first submission. */
  private static final String UNNAMED = "";

  /** Hashes of the program names, since the names are not published. */
  private int[] hashes = new int[ROOM];

  private int[] submitted = new int[ROOM];
  private int size;
  private int current = NONE;
  private boolean any;
  private int ordinal;

  /**
   * Moves to the next snapshot.
   *
   * @param program program submitted since the last snapshot
   * @return whether the position is known; false above the limit of programs
   */
  boolean next(@Nullable Point point, @Nullable String program) {
    ordinal = ordinal == Integer.MAX_VALUE ? ordinal : ordinal + 1;
    if (point == Point.BEFORE_SUBMIT || !any) {
      begin(UNNAMED);
    }
    if (program != null) {
      begin(program);
    }
    return current != NONE;
  }

  private void begin(String program) {
    any = true;
    ordinal = 0;
    current = place(program.hashCode());
    if (current != NONE && submitted[current] < Integer.MAX_VALUE) {
      submitted[current]++;
    }
  }

  private int place(int hash) {
    for (int i = 0; i < size; i++) {
      if (hashes[i] == hash) {
        return i;
      }
    }
    if (size == MOST) {
      return NONE;
    }
    if (size == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * size);
      submitted = Arrays.copyOf(submitted, 2 * size);
    }
    hashes[size] = hash;
    return size++;
  }

  int size() {
    return size;
  }

  int hash(int program) {
    return hashes[program];
  }

  /** Index of the last submitted program, from 0. */
  int current() {
    return current;
  }

  /** Number of the newest submission among those of its program, from 0. */
  int submission() {
    return submitted[current] - 1;
  }

  /** Number of the newest snapshot within its submission, from 0. */
  int ordinal() {
    return ordinal;
  }

  /** Refuses a restored state that this class cannot have stored. */
  void check() {
    boolean all = size >= 0 && size <= hashes.length && hashes.length == submitted.length;
    if (!all || size > MOST || current < NONE || current >= size) {
      throw new IllegalStateException("program %d of %d".formatted(current, size));
    }
  }
}
