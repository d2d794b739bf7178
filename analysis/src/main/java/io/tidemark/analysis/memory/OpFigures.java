package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.OpChange;
import io.tidemark.model.OpUsage;

/** Figures of the ops of one name in one memory; the mutable side of {@link OpUsage}. */
final class OpFigures {

  /** The first version, without the bytes held at the peak. */
  private static final int WITHOUT_HELD = 1;

  /** The second version, in which bytes freed by another op were not moved from their producer. */
  private static final int WITHOUT_MOVED = 2;

  private static final int VERSION = 3;

  private static final long NO_PEAK = -1;

  /** Whether it changed since its table was last stored. */
  boolean unstored;

  private long count;
  private long usedBytes;
  private long peakBytes;
  private long growthBytes;
  private long largestGrowthBytes;
  private long freedBytes;
  private long spanGrowthBytes;

  /** Bytes it freed of other ops' results, minus bytes of its own results freed by other ops. */
  private long movedBytes;

  /**
   * Bytes held at the peak with offset {@link #heldAt}; used only if the op changed since that
   * peak.
   */
  private long heldBytes;

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
  private long held() {
    return growthBytes - freedBytes + movedBytes;
  }

  /** Bytes held at the newest peak, given by its offset. */
  long heldAt(long peakOffset) {
    return heldAt == peakOffset ? heldBytes : held();
  }

  /**
   * Moves bytes that this op freed from their producer, limited to the bytes that the producer
   * holds.
   */
  void freedOf(OpFigures producer, long bytes) {
    long moved = Math.min(bytes, Math.max(0, producer.held()));
    producer.movedBytes -= moved;
    movedBytes += moved;
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

  byte[] toBytes() {
    return new PartWriter(VERSION)
        .number(count)
        .number(usedBytes)
        .number(peakBytes)
        .number(growthBytes)
        .number(largestGrowthBytes)
        .number(freedBytes)
        .number(spanGrowthBytes)
        .number(heldBytes)
        .number(heldAt)
        .number(movedBytes)
        .toBytes();
  }

  static OpFigures read(byte[] bytes) {
    PartReader in = new PartReader(bytes, WITHOUT_HELD, VERSION);
    OpFigures op = new OpFigures();
    op.count = in.number();
    op.usedBytes = in.number();
    op.peakBytes = in.number();
    op.growthBytes = in.number();
    op.largestGrowthBytes = in.number();
    op.freedBytes = in.number();
    op.spanGrowthBytes = in.number();
    if (in.version() > WITHOUT_HELD) {
      op.heldBytes = in.number();
      op.heldAt = in.number();
    }
    op.movedBytes = in.version() > WITHOUT_MOVED ? in.number() : 0;
    return op;
  }
}
