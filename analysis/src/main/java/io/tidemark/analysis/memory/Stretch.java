package io.tidemark.analysis.memory;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.memory.Leak;
import org.jspecify.annotations.Nullable;

/**
 * Submissions over which the use at one point of the program rises. It ends without a leak when
 * more than half of its growth is given back, when use stands still for half as long or for {@link
 * #LONG_STILL} submissions, or when fewer than nine of ten submissions raise it to a new high: a
 * cache grows and stops, a pool grows and is emptied.
 */
@Stored
final class Stretch {

  /**
   * The growth is at least one part in this number of the capacity, or of the use at its begin if
   * that is unknown: less may be a warm-up.
   */
  private static final long LEAST_SHARE = 100;

  /** A page of a bank; a smaller rise is no buffer. */
  private static final long PAGE_BYTES = 2048;

  private static final int LEAST_STILL = 3;

  /** Nine of ten submissions raise the use, so these do not stand still by chance. */
  private static final int LONG_STILL = 12;

  private long fromBytes;
  private long toBytes;
  private int rises;
  private int of;
  private long bytesPerRise;

  /** Submissions since the last rise. */
  private int still;

  /** The growth before, which ended because use stood still; {@code null} for none. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private @Nullable Stretch stood;

  private Stretch() {}

  Stretch(long usedBytes) {
    begin(usedBytes);
  }

  private void begin(long usedBytes) {
    fromBytes = usedBytes;
    toBytes = usedBytes;
    rises = 0;
    of = 0;
    still = 0;
    bytesPerRise = 0;
  }

  /**
   * Records the use at the next submission.
   *
   * @param before use at the submission before
   * @param median of the newest rises
   */
  void record(long before, long used, long median) {
    if (used <= toBytes) {
      still++;
      boolean stopped = still >= Math.max(LEAST_STILL, Math.min(LONG_STILL, (of + 1) / 2));
      stood = stood == null || stood.isGivenBackAt(used) ? null : stood;
      if (isGivenBackAt(used)) {
        begin(used);
      } else if (stopped) {
        stood = rises > 0 && (stood == null || grown() >= stood.grown()) ? copy() : stood;
        begin(used);
      }
      return;
    }
    of += still + 1;
    rises++;
    if (10 * rises < 9 * of) {
      begin(before);
      of = 1;
      rises = 1;
    }
    still = 0;
    toBytes = used;
    bytesPerRise = median;
  }

  private long grown() {
    return toBytes - fromBytes;
  }

  private boolean isGivenBackAt(long used) {
    return used < fromBytes + grown() / 2;
  }

  private Stretch copy() {
    Stretch copy = new Stretch(fromBytes);
    copy.toBytes = toBytes;
    copy.rises = rises;
    copy.of = of;
    copy.bytesPerRise = bytesPerRise;
    return copy;
  }

  /** Returns the growth that ended because use stood still; {@code null} for none. */
  @Nullable Leak stood(MemoryView now, int leastRises) {
    return stood == null ? null : stood.leak(now, leastRises);
  }

  /**
   * Returns the leak that the stretch shows; {@code null} if the evidence is thin.
   *
   * @param leastRises that are no chance
   */
  @Nullable Leak leak(MemoryView now, int leastRises) {
    long least = Math.max(1, now.banks()) * PAGE_BYTES;
    long size = now.capacityBytes() > 0 ? now.capacityBytes() : fromBytes;
    boolean shown =
        rises >= leastRises && bytesPerRise >= least && bytesPerRise >= size / LEAST_SHARE / rises;
    return shown ? new Leak(bytesPerRise, rises, of, fromBytes, toBytes) : null;
  }
}
