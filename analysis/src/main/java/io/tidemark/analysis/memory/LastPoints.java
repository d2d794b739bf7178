package io.tidemark.analysis.memory;

import java.util.Arrays;
import java.util.List;

/** The highest use of a memory at each program point of an ended run. */
record LastPoints(PointGrid grid, List<Points> programs) {

  static final int NONE = -1;

  LastPoints {
    programs.forEach(Points::check);
  }

  /** The points of one program, sorted by key. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Points(int hash, long[] keys, long[] most) {
    private void check() {
      if (keys.length != most.length || keys.length > PointProfile.MOST_POINTS) {
        throw new IllegalStateException("%d points of a program".formatted(keys.length));
      }
    }
  }

  /** Index of the program with this hash; {@link #NONE} if it did not run. */
  int program(int hash) {
    for (int i = 0; i < programs.size(); i++) {
      if (programs.get(i).hash() == hash) {
        return i;
      }
    }
    return NONE;
  }

  /** The highest use at a point; {@link #NONE} if the run did not reach it. */
  long most(int program, long key) {
    if (program == NONE) {
      return NONE;
    }
    Points points = programs.get(program);
    int at = Arrays.binarySearch(points.keys(), key);
    return at < 0 ? NONE : points.most()[at];
  }
}
