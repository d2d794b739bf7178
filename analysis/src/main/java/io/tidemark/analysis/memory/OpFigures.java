package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.OpChange;
import io.tidemark.model.OpUsage;

/** What ops of one kind did to one memory; the mutable side of {@link OpUsage}. */
final class OpFigures {

  private static final int VERSION = 1;

  /** It has changed since its table was last stored. */
  boolean unstored;

  private long count;
  private long usedBytes;
  private long peakBytes;
  private long growthBytes;
  private long largestGrowthBytes;
  private long freedBytes;
  private long spanGrowthBytes;

  /** One is about to run at this use. */
  void begins(long used) {
    count++;
    usedBytes = used;
    peakBytes = Math.max(peakBytes, used);
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

  OpUsage usage(String op) {
    return new OpUsage(
        op,
        count,
        usedBytes,
        peakBytes,
        new OpChange(growthBytes, largestGrowthBytes, freedBytes, spanGrowthBytes));
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
        .toBytes();
  }

  static OpFigures read(byte[] bytes) {
    PartReader in = new PartReader(bytes, VERSION);
    OpFigures op = new OpFigures();
    op.count = in.number();
    op.usedBytes = in.number();
    op.peakBytes = in.number();
    op.growthBytes = in.number();
    op.largestGrowthBytes = in.number();
    op.freedBytes = in.number();
    op.spanGrowthBytes = in.number();
    return op;
  }
}
