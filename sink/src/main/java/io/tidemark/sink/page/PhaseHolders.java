package io.tidemark.sink.page;

import io.tidemark.model.event.MemoryEvent.Phase;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * The parts of a training at the highest use of each phase: what earlier phases left, and the
 * phase's own peak. No log says whose bytes a phase frees; they are taken off the upper parts.
 */
final class PhaseHolders {

  private static final List<String> KINDS =
      List.of("MODEL_CREATION", "OPTIMIZER_CREATION", "FORWARD_PASS", "BACKWARD_PASS");

  /** The trainer's own names of what a phase of each kind allocates; the last is of all others. */
  private static final List<String> PARTS =
      List.of("model", "optimizer", "activations", "gradients overhead", "other");

  private PhaseHolders() {}

  static Holders of(List<Phase> phases) {
    long[] left = new long[PARTS.size()];
    long[] used = new long[phases.size()];
    Map<String, long[]> rows = new LinkedHashMap<>();
    PARTS.forEach(part -> rows.put(part, new long[phases.size()]));
    List<long[]> byPart = List.copyOf(rows.values());
    for (int i = 0; i < used.length; i++) {
      Phase phase = phases.get(i);
      int kind = KINDS.indexOf(phase.kind());
      int part = kind < 0 ? KINDS.size() : kind;
      for (int j = 0; j < left.length; j++) {
        byPart.get(j)[i] = left[j];
      }
      long peak = Math.max(0, phase.dram().peakBytes());
      byPart.get(part)[i] += peak;
      used[i] = LongStream.of(left).sum() + peak;
      left[part] = Math.max(0, left[part] + phase.dram().changeBytes());
      settle(left, Math.max(0, phase.cumulative().currentBytes()));
    }
    return new Holders(
        "phase",
        0,
        phases.stream().map(Phase::name).toList(),
        Arrays.stream(used).boxed().toList(),
        Holders.bands(rows));
  }

  /** Makes the parts add up to the use at the end of a phase. */
  private static void settle(long[] left, long current) {
    long above = LongStream.of(left).sum() - current;
    left[left.length - 1] += Math.max(0, -above);
    for (int part = left.length - 1; part >= 0 && above > 0; part--) {
      long freed = Math.min(above, left[part]);
      left[part] -= freed;
      above -= freed;
    }
  }
}
