package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.LiveTensors;
import io.tidemark.model.Peak;
import org.jspecify.annotations.Nullable;

/** Peaks and tensor sums of a memory, as its stored part holds them. */
final class FigureParts {

  private FigureParts() {}

  static void writePeak(PartWriter out, @Nullable Peak peak) {
    out.flag(peak != null);
    if (peak != null) {
      out.number(peak.usedBytes()).text(peak.raisedBy()).text(peak.before());
      out.text(peak.location()).flag(peak.fromErrorLine());
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
    return in.flag()
        ? new Peak(
            in.number(), in.text(), in.text(), in.text(), in.flag(), in.number(), in.number())
        : null;
  }
}
