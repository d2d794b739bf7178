package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.Culprit;
import io.tidemark.model.LiveTensors;
import io.tidemark.model.LogPosition;
import io.tidemark.model.Peak;
import org.jspecify.annotations.Nullable;

/** Serializes peaks and tensor sums of a memory. */
final class FigureParts {

  private static final int NONE = 0;

  /** A peak with the location of its op; kind 1 is an older peak without one. */
  private static final int LOCATED = 2;

  private FigureParts() {}

  static void writePeak(PartWriter out, @Nullable Peak peak) {
    out.kind(peak == null ? NONE : LOCATED);
    if (peak != null) {
      out.number(peak.usedBytes()).text(peak.raisedBy()).text(peak.culprit().raisedAt());
      out.text(peak.before()).text(peak.culprit().location()).flag(peak.fromErrorLine());
      out.number(peak.offset()).number(peak.timeMillis());
    }
  }

  static void writeLive(PartWriter out, @Nullable LiveTensors live) {
    out.flag(live != null);
    if (live != null) {
      out.number(live.count()).number(live.weightBytes()).number(live.activationBytes());
      out.number(live.otherBytes()).number(live.paddingBytes());
    }
  }

  static @Nullable LiveTensors readLive(PartReader in) {
    return in.flag()
        ? new LiveTensors(in.count(), in.number(), in.number(), in.number(), in.number())
        : null;
  }

  static @Nullable Peak readPeak(PartReader in) {
    int kind = in.kind();
    if (kind == NONE) {
      return null;
    }
    long usedBytes = in.number();
    String raisedBy = in.text();
    String raisedAt = kind == LOCATED ? in.text() : null;
    Culprit culprit = new Culprit(raisedBy, raisedAt, in.text(), in.text());
    return new Peak(usedBytes, culprit, in.flag(), new LogPosition(in.number(), in.number()));
  }
}
