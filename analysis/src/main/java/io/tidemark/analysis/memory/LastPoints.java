package io.tidemark.analysis.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The highest use of a memory at each program point of an ended run. */
record LastPoints(PointGrid grid, List<Points> programs) {

  static final int NONE = -1;

  /** Initial capacity: most programs have few points. */
  private static final int ROOM = 8;

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

  /** Collects the points of each program in order. */
  static final class Builder {
    private final PointGrid grid;
    private final List<Points> programs = new ArrayList<>();
    private final int[] sizes;

    Builder(PointGrid grid, SubmittedPrograms submitted) {
      this.grid = grid;
      this.sizes = new int[submitted.size()];
      for (int i = 0; i < submitted.size(); i++) {
        programs.add(new Points(submitted.hash(i), new long[ROOM], new long[ROOM]));
      }
    }

    void add(int program, long key, long mostBytes) {
      Points points = programs.get(program);
      int room = points.keys().length;
      if (sizes[program] == room) {
        long[] keys = Arrays.copyOf(points.keys(), 2 * room);
        points = new Points(points.hash(), keys, Arrays.copyOf(points.most(), 2 * room));
        programs.set(program, points);
      }
      points.keys()[sizes[program]] = key;
      points.most()[sizes[program]++] = mostBytes;
    }

    LastPoints build() {
      List<Points> built = new ArrayList<>();
      for (int i = 0; i < sizes.length; i++) {
        Points points = programs.get(i);
        if (sizes[i] > 0) {
          long[] keys = Arrays.copyOf(points.keys(), sizes[i]);
          built.add(new Points(points.hash(), keys, Arrays.copyOf(points.most(), sizes[i])));
        }
      }
      return new LastPoints(grid, List.copyOf(built));
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
