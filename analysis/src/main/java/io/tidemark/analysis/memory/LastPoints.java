package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The highest use of a memory at each program point of an ended run. */
final class LastPoints {

  static final int NONE = -1;

  /** Initial capacity: most programs have few points. */
  private static final int ROOM = 8;

  private final PointGrid grid;
  private final List<Points> programs;

  /** The points of one program, sorted by key. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Points(int hash, long[] keys, long[] most) {}

  private LastPoints(PointGrid grid, List<Points> programs) {
    this.grid = grid;
    this.programs = programs;
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

  PointGrid grid() {
    return grid;
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

  void write(PartWriter out) {
    grid.write(out);
    out.number(programs.size());
    for (Points points : programs) {
      out.number(points.hash()).number(points.keys().length);
      long before = 0;
      for (int i = 0; i < points.keys().length; i++) {
        out.number(points.keys()[i] - before).number(points.most()[i]);
        before = points.keys()[i];
      }
    }
  }

  static LastPoints read(PartReader in) {
    PointGrid grid = PointGrid.read(in);
    List<Points> programs = new ArrayList<>();
    for (int left = in.count(); left > 0; left--) {
      int hash = in.count();
      int size = in.count();
      if (size < 0 || size > PointProfile.MOST_POINTS) {
        throw new IllegalStateException("%d points of a program".formatted(size));
      }
      long[] keys = new long[size];
      long[] most = new long[size];
      long before = 0;
      for (int i = 0; i < size; i++) {
        before += in.number();
        keys[i] = before;
        most[i] = in.number();
      }
      programs.add(new Points(hash, keys, most));
    }
    return new LastPoints(grid, List.copyOf(programs));
  }
}
