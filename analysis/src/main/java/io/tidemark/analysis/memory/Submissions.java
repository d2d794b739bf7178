package io.tidemark.analysis.memory;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.memory.Leak;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Detects growth of one memory between submissions. Use is compared at fixed points: before each
 * submit, and at the first snapshot within each program; of a training, the highest use that is
 * stated at each step. Growth there belongs to no running op. The median of the newest rises is
 * published, so a cache that grows once does not look like a leak.
 */
@Stored
final class Submissions {

  /** Kept small, since every memory has its own points and every slice rewrites all of them. */
  private static final int MAX_POINTS = 4;

  /** Number of rises kept per point. */
  static final int RISES = 8;

  /** With fewer rises, a leak looks like a warm-up. */
  static final int LEAST_RISES = 3;

  /** With fewer submissions that rise, a leak looks like the loading of a model. */
  static final int LEAST_SUBMISSIONS = 6;

  /** Steps differ by their batches, so some rise one after another by chance. */
  private static final int LEAST_STEPS = 12;

  /** The newest rises of a training's leak are at least this share of all of them. */
  private static final double LASTING = 0.6;

  /** Point before a submit, which names no program yet. */
  private static final String BEFORE_SUBMIT = "";

  private static final String STEP = "step";

  /** Newest step; {@code null} if the log counts none. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private @Nullable String step;

  /** Highest use that was stated at that step. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private long stepBytes;

  private transient boolean counted;

  /** Key is a hash of the program name, since the name is not published. */
  private final Map<Integer, Rises> byPoint = new TreeMap<>();

  @Stored
  private static final class Rises {
    private long usedBytes;
    private final long[] newest = new long[RISES];
    private int count;

    @JsonProperty(isRequired = OptBoolean.FALSE)
    private @Nullable Stretch stretch;

    @JsonProperty(isRequired = OptBoolean.FALSE)
    private long highestBytes;

    /** Submissions since the use was highest. */
    @JsonProperty(isRequired = OptBoolean.FALSE)
    private int steady;

    private Rises() {}

    private Rises(long usedBytes) {
      this.usedBytes = usedBytes;
      highestBytes = usedBytes;
    }

    private void record(long used) {
      newest[count++ % RISES] = used - usedBytes;
      count = count == 2 * RISES ? RISES : count;
      if (stretch == null) {
        stretch = new Stretch(usedBytes);
      }
      stretch.record(usedBytes, used, median());
      usedBytes = used;
      steady = used > highestBytes ? 0 : steady + 1;
      highestBytes = Math.max(highestBytes, used);
    }

    private long median() {
      long[] sorted = Arrays.copyOf(newest, Math.min(count, RISES));
      Arrays.sort(sorted);
      // The lower median: at least half of the rises are as high.
      return sorted[(sorted.length - 1) / 2];
    }
  }

  /**
   * Records a snapshot.
   *
   * @param crossed since the last snapshot
   */
  void record(@Nullable Point point, Crossed crossed, long usedBytes) {
    String submitted = crossed.submitted();
    String newest = crossed.step();
    if (newest != null && newest.equals(step)) {
      // Each rank of a job states the step that it shares.
      stepBytes = Math.max(stepBytes, usedBytes);
    } else if (newest != null) {
      if (step != null) {
        at(STEP, stepBytes);
      }
      step = newest;
      stepBytes = usedBytes;
    }
    if (point == Point.BEFORE_SUBMIT) {
      at(BEFORE_SUBMIT, usedBytes);
    }
    if (submitted != null) {
      at(submitted, usedBytes);
    }
  }

  /** Whether a submission was counted since the last call. */
  boolean drainCounted() {
    boolean answer = counted;
    counted = false;
    return answer;
  }

  private void at(String program, long usedBytes) {
    counted = true;
    int point = program.hashCode();
    Rises known = byPoint.get(point);
    if (known != null) {
      known.record(usedBytes);
    } else if (byPoint.size() < MAX_POINTS) {
      byPoint.put(point, new Rises(usedBytes));
    }
  }

  /** The leak of the point that grew most; {@code null} for none. */
  @Nullable Leak leak(MemoryView now) {
    return most(stretch -> stretch.leak(now, leastRises()));
  }

  /** The growth that stands still now, of the point that grew most; {@code null} for none. */
  @Nullable Leak stood(MemoryView now) {
    return most(stretch -> stretch.stood(now, leastRises()));
  }

  private @Nullable Leak most(Function<Stretch, @Nullable Leak> of) {
    Leak most = null;
    for (Rises rises : byPoint.values()) {
      Leak leak = rises.stretch == null ? null : of.apply(rises.stretch);
      if (leak != null && lasts(leak) && (most == null || grown(leak) > grown(most))) {
        most = leak;
      }
    }
    return most;
  }

  /** Whether a training's growth has not become less: that of a warm-up ends by itself. */
  private boolean lasts(Leak leak) {
    return !byStep() || leak.bytesPerSubmission() * leak.rises() >= LASTING * grown(leak);
  }

  private static long grown(Leak leak) {
    return leak.toBytes() - leak.fromBytes();
  }

  private int leastRises() {
    return byStep() ? LEAST_STEPS : LEAST_SUBMISSIONS;
  }

  /** Whether the log counts steps of a training in place of submissions. */
  boolean byStep() {
    return step != null;
  }

  /**
   * Submissions in which no point of the program reached a new high; {@code null} if they are too
   * few for an answer.
   */
  @Nullable Integer steady() {
    int least = Integer.MAX_VALUE;
    for (Rises rises : byPoint.values()) {
      if (rises.count > 0) {
        least = Math.min(least, rises.steady);
      }
    }
    return least == Integer.MAX_VALUE || least < leastRises() ? null : least;
  }

  /** Highest rise of all points, in bytes per submission, at least 0; {@code null} if unknown. */
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
}
