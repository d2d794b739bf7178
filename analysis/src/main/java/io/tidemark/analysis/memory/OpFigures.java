package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.OpChange;
import io.tidemark.model.OpUsage;

/** What ops of one kind did to one memory; the mutable side of {@link OpUsage}. */
final class OpFigures {

  /** The first version does not hold what is held at the peak. */
  private static final int WITHOUT_HELD = 1;

  /** The second version takes what another op freed off no producer. */
  private static final int WITHOUT_MOVED = 2;

  private static final int VERSION = 3;

  private static final long NO_PEAK = -1;

  /** It has changed since its table was last stored. */
  boolean unstored;

  private long count;
  private long usedBytes;
  private long peakBytes;
  private long growthBytes;
  private long largestGrowthBytes;
  private long freedBytes;
  private long spanGrowthBytes;

  /** What it freed of other ops' results, less what other ops freed of its own. */
  private long movedBytes;

  /**
   * What it held at the peak that stands at this offset; else it has not changed since the peak.
   */
  private long heldBytes;

  private long heldAt = NO_PEAK;

  /** One is about to run at this use. */
  void begins(long used) {
    count++;
    usedBytes = used;
    peakBytes = Math.max(peakBytes, used);
  }

  /** It is about to change, and the newest peak is that at this offset. */
  void hold(long peakOffset) {
    if (heldAt != peakOffset) {
      heldAt = peakOffset;
      heldBytes = held();
    }
  }

  /** What its results hold now. */
  private long held() {
    return growthBytes - freedBytes + movedBytes;
  }

  /** What it held at the newest peak, that at this offset. */
  long heldAt(long peakOffset) {
    return heldAt == peakOffset ? heldBytes : held();
  }

  /** It freed bytes of a producer: they go off what that op holds, at most all of it. */
  void freedOf(OpFigures producer, long bytes) {
    long moved = Math.min(bytes, Math.max(0, producer.held()));
    producer.movedBytes -= moved;
    movedBytes += moved;
  }

  /** The change that was attributed to it has led to this use. */
  void changed(long change, long used) {
    peakBytes = Math.max(peakBytes, used);
    if (change > 0) {
      growthBytes = sum(growthBytes, change);
      largestGrowthBytes = Math.max(largestGrowthBytes, change);
    } else {
      freedBytes = sum(freedBytes, -change);
    }
  }

  /** Of two that are not below 0; no log makes a counter fall. */
  private static long sum(long bytes, long more) {
    return more > Long.MAX_VALUE - bytes ? Long.MAX_VALUE : bytes + more;
  }

  /** It and all it contained have ended. */
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
