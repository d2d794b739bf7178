package io.tidemark.sink.figure;

import io.tidemark.model.event.MemoryEvent.Phase;
import io.tidemark.model.training.Training;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures of a trainer's phases, by kind of phase; the last phase of a kind counts. */
public record PhaseFigures(RunLabels run) {

  /** Further kinds share {@link #OTHER}, since the author of the trainer chooses the names. */
  private static final int MOST_KINDS = 32;

  private static final String OTHER = "__other__";

  /** The number of kinds that share that series. */
  public static long turnedAway(Training training) {
    long kinds = training.phases().stream().map(Phase::kind).distinct().count();
    return Math.max(0, kinds - MOST_KINDS);
  }

  List<Figure> of(Training training) {
    Map<String, Phase> last = new LinkedHashMap<>();
    Map<String, Integer> counts = new HashMap<>();
    for (Phase phase : training.phases()) {
      boolean known = last.containsKey(phase.kind()) || last.size() < MOST_KINDS;
      String kind = known ? phase.kind() : OTHER;
      last.put(kind, phase);
      counts.merge(kind, 1, Integer::sum);
    }
    List<Figure> figures = new ArrayList<>();
    last.forEach((kind, phase) -> figures.addAll(dram(kind, phase)));
    if (training.phases().stream().anyMatch(PhaseFigures::usesL1)) {
      last.forEach((kind, phase) -> figures.addAll(l1(kind, phase)));
    }
    counts.forEach(
        (kind, count) -> figures.add(SeriesKey.of(BoardMeter.PHASES, run, kind).at(count)));
    return figures;
  }

  private static boolean usesL1(Phase phase) {
    return phase.l1().circularBufferPeakBytes() > 0
        || phase.l1().bufferPeakBytes() > 0
        || phase.l1().totalPeakBytes() > 0;
  }

  private List<Figure> dram(String kind, Phase phase) {
    return List.of(
        bytes("DRAM", kind, "peak", phase.dram().peakBytes()),
        bytes("DRAM", kind, "allocated", phase.dram().allocatedBytes()),
        bytes("DRAM", kind, "freed", phase.dram().freedBytes()),
        bytes("DRAM", kind, "change", phase.dram().changeBytes()),
        bytes("DRAM", kind, "cumulative_peak", phase.cumulative().cumulativePeakBytes()),
        bytes("DRAM", kind, "current", phase.cumulative().currentBytes()));
  }

  /** Figures of L1, for a training that used it. */
  private List<Figure> l1(String kind, Phase phase) {
    return List.of(
        bytes("L1", kind, "circular_buffer_peak", phase.l1().circularBufferPeakBytes()),
        bytes("L1", kind, "buffer_peak", phase.l1().bufferPeakBytes()),
        bytes("L1", kind, "total_peak", phase.l1().totalPeakBytes()));
  }

  private Figure bytes(String memory, String phase, String kind, long bytes) {
    return SeriesKey.of(BoardMeter.PHASE, run, memory, phase, kind).at(bytes);
  }
}
