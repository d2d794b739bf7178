package io.tidemark.analysis.memory;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.memory.OpChange;
import io.tidemark.model.memory.OpUsage;
import org.jspecify.annotations.Nullable;

/**
 * Figures of the ops of one name in one memory; the mutable side of {@link OpUsage}. Their stored
 * names are short, since there is one part per op.
 */
@Stored
final class TrackedOp {

  private static final long NO_PEAK = -1;

  /** Whether it changed since its table was last stored. */
  transient boolean unstored;

  @JsonProperty("n")
  private long count;

  @JsonProperty("u")
  private long usedBytes;

  @JsonProperty("p")
  private long peakBytes;

  @JsonProperty("g")
  private long growthBytes;

  @JsonProperty("l")
  private long largestGrowthBytes;

  @JsonProperty("f")
  private long freedBytes;

  @JsonProperty("s")
  private long spanGrowthBytes;

  /** Bytes it freed of other ops' results, minus bytes of its own results freed by other ops. */
  @JsonProperty("m")
  private long movedBytes;

  /**
   * Bytes held at the peak with offset {@link #heldAt}; used only if the op changed since that
   * peak.
   */
  @JsonProperty("h")
  private long heldBytes;

  @JsonProperty("a")
  private long heldAt = NO_PEAK;

  /** An op of this name is about to run at this use. */
  void begins(long used) {
    count++;
    usedBytes = used;
    peakBytes = Math.max(peakBytes, used);
  }

  /**
   * Must be called before a change: keeps the bytes held at the newest peak, given by its offset.
   */
  void hold(long peakOffset) {
    if (heldAt != peakOffset) {
      heldAt = peakOffset;
      heldBytes = held();
    }
  }

  /** Bytes that its results hold now. */
  long held() {
    return growthBytes - freedBytes + movedBytes;
  }

  /** Its results are gone, by no op. */
  void release() {
    movedBytes -= held();
  }

  /** Bytes held at the newest peak, given by its offset. */
  long heldAt(long peakOffset) {
    return heldAt == peakOffset ? heldBytes : held();
  }

  /**
   * Moves bytes that an op freed from their producer, limited to the bytes that the producer holds.
   * Either may have no figures.
   */
  static void freed(@Nullable TrackedOp by, @Nullable TrackedOp producer, long bytes) {
    long moved = producer == null ? bytes : Math.min(bytes, Math.max(0, producer.held()));
    if (producer != null) {
      producer.movedBytes -= moved;
    }
    if (by != null) {
      by.movedBytes += moved;
    }
  }

  /** Records a change attributed to the op, and the use after it. */
  void changed(long change, long used) {
    peakBytes = Math.max(peakBytes, used);
    if (change > 0) {
      growthBytes = sum(growthBytes, change);
      largestGrowthBytes = Math.max(largestGrowthBytes, change);
    } else {
      freedBytes = sum(freedBytes, -change);
    }
  }

  /** Adds two non-negative counters; saturates, so that no log makes a counter fall. */
  private static long sum(long bytes, long more) {
    return more > Long.MAX_VALUE - bytes ? Long.MAX_VALUE : bytes + more;
  }

  /** Records the growth of an op together with everything it contained. */
  void spanned(long change) {
    spanGrowthBytes = sum(spanGrowthBytes, Math.max(0, change));
  }

  OpUsage usage(String op, long peakOffset) {
    return new OpUsage(
        op,
        count,
        usedBytes,
        peakBytes,
        new OpChange(growthBytes, largestGrowthBytes, freedBytes, spanGrowthBytes),
        heldAt(peakOffset));
  }
}
