package io.tidemark.sink.meter;

import io.tidemark.model.MemoryEvent.Phase;
import io.tidemark.model.Training;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** A trainer's phases as series, by the kind of their name: of one that repeats the last. */
final class PhaseRows {

  /** Kinds beyond these go under {@link #OTHER}: names are the trainer's author's to choose. */
  private static final int MOST_KINDS = 32;

  private static final String OTHER = "__other__";

  private final Rows rows;
  private final String run;

  PhaseRows(Rows rows, String run) {
    this.rows = rows;
    this.run = run;
  }

  /** How many kinds of names went under {@link #OTHER}. */
  static long turnedAway(Training training) {
    long kinds = training.phases().stream().map(Phase::kind).distinct().count();
    return Math.max(0, kinds - MOST_KINDS);
  }

  void add(Training training) {
    Map<String, Phase> last = new LinkedHashMap<>();
    Map<String, Integer> counts = new HashMap<>();
    for (Phase phase : training.phases()) {
      boolean known = last.containsKey(phase.kind()) || last.size() < MOST_KINDS;
      String kind = known ? phase.kind() : OTHER;
      last.put(kind, phase);
      counts.merge(kind, 1, Integer::sum);
    }
    last.forEach(this::add);
    counts.forEach((kind, count) -> rows.add(BoardMeter.PHASES, count, run, kind));
  }

  private void add(String kind, Phase phase) {
    dram(kind, "peak", phase.peakBytes());
    dram(kind, "allocated", phase.allocatedBytes());
    dram(kind, "freed", phase.freedBytes());
    dram(kind, "change", phase.changeBytes());
    dram(kind, "cumulative_peak", phase.cumulativePeakBytes());
    dram(kind, "current", phase.currentBytes());
    l1(kind, "circular_buffer_peak", phase.circularBufferPeakBytes());
    l1(kind, "buffer_peak", phase.bufferPeakBytes());
    l1(kind, "total_peak", phase.totalPeakBytes());
  }

  private void dram(String phase, String kind, long bytes) {
    rows.add(BoardMeter.PHASE, bytes, run, "DRAM", phase, kind);
  }

  private void l1(String phase, String kind, long bytes) {
    rows.add(BoardMeter.PHASE, bytes, run, "L1", phase, kind);
  }
}
