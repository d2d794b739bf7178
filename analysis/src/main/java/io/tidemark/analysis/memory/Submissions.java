package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The use of one memory at the same point of a program, submission after submission: before each
 * submit, and at the first snapshot within each program. What rises there is held by nobody who
 * runs. Published is the median of the newest rises, so that a cache that grows once is no leak.
 */
final class Submissions {

  /** Each memory has its own, and all of them are rewritten with every slice. */
  private static final int MAX_POINTS = 4;

  /** Rises kept of one point. */
  static final int RISES = 8;

  /** Fewer rises distinguish a leak from a warm-up no better than chance. */
  static final int LEAST_RISES = 3;

  /** A submit names no program yet. */
  private static final String BEFORE_SUBMIT = "";

  /** By a hash of the program's name: the name itself is published nowhere. */
  private final Map<Integer, Rises> byPoint = new TreeMap<>();

  private static final class Rises {
    private long usedBytes;
    private final long[] newest = new long[RISES];
    private int count;

    private Rises(long usedBytes) {
      this.usedBytes = usedBytes;
    }

    private void record(long used) {
      newest[count++ % RISES] = used - usedBytes;
      count = count == 2 * RISES ? RISES : count;
      usedBytes = used;
    }

    private long median() {
      long[] sorted = Arrays.copyOf(newest, Math.min(count, RISES));
      Arrays.sort(sorted);
      // Of an even number the lower one: half of the rises at least must be as high.
      return sorted[(sorted.length - 1) / 2];
    }
  }

  /**
   * Takes a snapshot.
   *
   * @param submitted the program that a submission has begun with since the last one
   */
  void record(@Nullable Point point, @Nullable String submitted, long usedBytes) {
    if (point == Point.BEFORE_SUBMIT) {
      at(BEFORE_SUBMIT, usedBytes);
    }
    if (submitted != null) {
      at(submitted, usedBytes);
    }
  }

  private void at(String program, long usedBytes) {
    int point = program.hashCode();
    Rises known = byPoint.get(point);
    if (known != null) {
      known.record(usedBytes);
    } else if (byPoint.size() < MAX_POINTS) {
      byPoint.put(point, new Rises(usedBytes));
    }
  }

  /**
   * The highest of all points, bytes per submission and never below 0; {@code null} for unknown.
   */
  @Nullable Long riseBytes() {
    Long highest = null;
    for (Rises rises : byPoint.values()) {
      if (rises.count >= LEAST_RISES) {
        long median = Math.max(0, rises.median());
        highest = highest == null ? median : Math.max(highest, median);
      }
    }
    return highest;
  }

  void write(PartWriter out) {
    out.number(byPoint.size());
    byPoint.forEach(
        (point, rises) -> {
          out.number(point).number(rises.usedBytes).number(rises.count);
          for (int i = 0; i < Math.min(rises.count, RISES); i++) {
            out.number(rises.newest[i]);
          }
        });
  }

  static Submissions read(PartReader in) {
    Submissions submissions = new Submissions();
    for (int left = in.count(); left > 0; left--) {
      int point = in.count();
      Rises rises = new Rises(in.number());
      rises.count = in.count();
      for (int i = 0; i < Math.min(rises.count, RISES); i++) {
        rises.newest[i] = in.number();
      }
      submissions.byPoint.put(point, rises);
    }
    return submissions;
  }
}
