package io.tidemark.app.compare;

import io.tidemark.model.event.MemoryEvent.Phase;
import io.tidemark.model.memory.LiveTensors;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.memory.SubmissionUse;
import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanState;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.training.Training;
import io.tidemark.model.training.TrainingMemory;
import io.tidemark.sink.answer.Fullness;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The difference of two runs. Plans are matched by model, setting and memory.
 *
 * @param peaks the tidemark of each memory, the peak of each static plan and of a training
 * @param arenas of each static plan
 * @param parts differing bytes of a plan by class of buffer, of live tensors, and of a trainer's
 *     phases
 * @param faults differing counts of faults of a plan
 * @param ops differing bytes that kinds of op held at the peak, the largest change first
 */
public record Comparison(
    String before,
    String after,
    List<Change> peaks,
    List<Change> arenas,
    List<Change> parts,
    List<Change> faults,
    List<Change> ops) {

  private static final String CACHE = " class KV cache";

  public static Comparison of(Side before, Side after) {
    PlanRows plans = new PlanRows(PlanPair.of(before, after));
    List<Change> peaks = new ArrayList<>(Change.each(memoryPeaks(before), memoryPeaks(after)));
    peaks.addAll(Change.each(growths(before), growths(after)));
    peaks.addAll(plans.peaks());
    peaks.addAll(Change.each(trainingPeak(before), trainingPeak(after)));
    List<Change> parts = new ArrayList<>(plans.classes());
    parts.addAll(Change.differing(Change.each(tensors(before), tensors(after))));
    parts.addAll(Change.differing(Change.each(trainingParts(before), trainingParts(after))));
    List<Change> ops = Change.differing(Change.each(held(before), held(after)));
    ops.sort(Comparator.comparingLong(Change::bytes).reversed().thenComparing(Change::what));
    return new Comparison(
        before.name(), after.name(), peaks, plans.arenas(), parts, plans.faults(), ops);
  }

  /** Whether some peak exists in both runs; otherwise the comparison is meaningless. */
  public boolean hasCommonPeak() {
    return peaks.stream().anyMatch(peak -> peak.before() > 0 && peak.after() > 0);
  }

  /**
   * The rows that exceed a limit: peaks and arenas that grew by more than {@code percent} per cent,
   * caches that shrank by more, since they take what the rest of an engine leaves, and faults with
   * a higher count.
   */
  public List<Change> exceeding(double percent) {
    return Stream.of(
            Stream.concat(peaks.stream(), arenas.stream()).filter(row -> row.percent() > percent),
            parts.stream().filter(row -> row.what().endsWith(CACHE) && -row.percent() > percent),
            faults.stream().filter(fault -> fault.after() > fault.before()))
        .flatMap(rows -> rows)
        .toList();
  }

  private static String named(MemoryKey key) {
    return "device %s %s".formatted(key.device(), key.memory());
  }

  /** Peaks of the memories, else what a failure states. */
  private static Map<String, Long> memoryPeaks(Side side) {
    Map<String, Long> peaks = new TreeMap<>();
    for (Map.Entry<MemoryKey, MemoryUsage> usage : side.board().usageOf(side.run())) {
      Fullness memory = Fullness.of(usage.getKey(), usage.getValue());
      peaks.put(named(usage.getKey()), memory.peakBytes());
    }
    boolean planned = training(side) != null || !side.board().summariesOf(side.run()).isEmpty();
    if (peaks.isEmpty() && !planned) {
      Fullness stated = Gate.answer(side).where();
      if (stated != null) {
        peaks.put(named(stated.of(side.run())), Math.max(stated.peakBytes(), stated.shownBytes()));
      }
    }
    return peaks;
  }

  /** Growth from submission to submission, of memories that grow. */
  private static Map<String, Long> growths(Side side) {
    Map<String, Long> growths = new TreeMap<>();
    for (Map.Entry<MemoryKey, MemoryUsage> usage : side.board().usageOf(side.run())) {
      SubmissionUse submissions = usage.getValue().submissions();
      if (submissions.leak() != null) {
        growths.put(
            "%s each %s".formatted(named(usage.getKey()), submissions.unit()),
            submissions.leak().bytesPerSubmission());
      }
    }
    return growths;
  }

  private static Map<String, Long> trainingPeak(Side side) {
    Training training = training(side);
    TrainingMemory memory = training == null ? null : training.memory();
    return memory == null ? Map.of() : Map.of("training", memory.peakBytes());
  }

  /** Live tensors at the end, by class. */
  private static Map<String, Long> tensors(Side side) {
    Map<String, Long> tensors = new TreeMap<>();
    for (Map.Entry<MemoryKey, MemoryUsage> usage : side.board().usageOf(side.run())) {
      LiveTensors live = usage.getValue().live();
      if (live != null) {
        String memory = named(usage.getKey()) + " tensors ";
        tensors.put(memory + "weight", live.weightBytes());
        tensors.put(memory + "activation", live.activationBytes());
        tensors.put(memory + "other", live.otherBytes());
      }
    }
    return tensors;
  }

  private static Map<String, Long> held(Side side) {
    Map<String, Long> holders = new HashMap<>();
    for (Map.Entry<MemoryKey, OpTable> table : side.board().opsOf(side.run())) {
      for (OpUsage op : table.getValue().ops()) {
        Long held = op.heldAtPeakBytes();
        if (held != null) {
          holders.put(named(table.getKey()) + " " + op.op(), held);
        }
      }
    }
    return holders;
  }

  private static @Nullable Training training(Side side) {
    RunStatus status = side.board().runs().get(side.run());
    return status == null ? null : status.training();
  }

  /** Figures of each kind of phase, using its last phase, and the use at the end. */
  private static Map<String, Long> trainingParts(Side side) {
    Map<String, Long> parts = new TreeMap<>();
    Training training = training(side);
    if (training == null) {
      return parts;
    }
    for (Phase phase : training.phases()) {
      String prefix = "phase " + phase.kind() + " ";
      parts.put(prefix + "peak", phase.dram().peakBytes());
      parts.put(prefix + "allocated", phase.dram().allocatedBytes());
      parts.put(prefix + "freed", phase.dram().freedBytes());
      parts.put(prefix + "cumulative peak", phase.cumulative().cumulativePeakBytes());
      parts.put(prefix + "current", phase.cumulative().currentBytes());
      parts.put(prefix + "L1 total peak", phase.l1().totalPeakBytes());
    }
    TrainingMemory memory = training.memory();
    if (memory != null) {
      memory.table().forEach(part -> parts.put("training " + part.name(), part.actualBytes()));
    }
    Long end = training.totals().finalBytes();
    if (end != null) {
      parts.put("training at its end", end);
    }
    return parts;
  }

  /** The rows of two runs' plans: peaks, arenas, bytes by class, and faults. */
  private record PlanRows(List<PlanPair> pairs) {

    List<Change> peaks() {
      return bytes(PlanRecord.Summary::peakBytes, "");
    }

    List<Change> arenas() {
      return bytes(PlanRecord.Summary::arenaBytes, " arena");
    }

    private List<Change> bytes(ToLongFunction<PlanRecord.Summary> figure, String suffix) {
      return pairs.stream()
          .map(
              pair ->
                  new Change(
                      "plan " + pair.name() + suffix,
                      pair.before() == null ? 0 : figure.applyAsLong(pair.before()),
                      pair.after() == null ? 0 : figure.applyAsLong(pair.after())))
          .toList();
    }

    /** Bytes at the peak by class of buffer, where they differ. */
    List<Change> classes() {
      return differing(PlanRows::classes);
    }

    private static Map<String, Long> classes(String name, PlanRecord.@Nullable Summary plan) {
      Map<String, Long> classes = new TreeMap<>();
      if (plan != null) {
        plan.peaks()
            .classBytes()
            .forEach((kind, bytes) -> classes.put("plan " + name + " class " + kind, bytes));
      }
      return classes;
    }

    /**
     * Differing counts of faults: findings by kind, buffers without a place, and a plan that failed
     * or is incomplete.
     */
    List<Change> faults() {
      return differing(PlanRows::faults);
    }

    /** Figures of one plan by name; empty if a side lacks the plan. */
    private interface Figures {
      Map<String, Long> of(String name, PlanRecord.@Nullable Summary plan);
    }

    private List<Change> differing(Figures figures) {
      List<Change> rows = new ArrayList<>();
      for (PlanPair pair : pairs) {
        rows.addAll(
            Change.each(
                figures.of(pair.name(), pair.before()), figures.of(pair.name(), pair.after())));
      }
      return Change.differing(rows);
    }

    private static Map<String, Long> faults(String name, PlanRecord.@Nullable Summary plan) {
      Map<String, Long> faults = new TreeMap<>();
      if (plan == null) {
        return faults;
      }
      String prefix = "plan " + name + " ";
      for (PlanRecord.Finding finding : plan.findings()) {
        // A touch is only a warning: the plan still works.
        if (finding.kind() != FindingKind.TOUCH) {
          faults.merge(prefix + finding.kind(), 1L, Long::sum);
        }
      }
      if (plan.arena().placements().failed() > 0) {
        faults.put(prefix + "buffers without a place", (long) plan.arena().placements().failed());
      }
      boolean cut = plan.state() == PlanState.TRUNCATED && plan.arenaBytes() > 0;
      if (plan.state() == PlanState.FAILED || cut) {
        faults.put(prefix + "state " + plan.state().word(), 1L);
      }
      return faults;
    }
  }
}
