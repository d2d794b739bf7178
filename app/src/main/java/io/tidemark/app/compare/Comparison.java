package io.tidemark.app.compare;

import io.tidemark.model.event.MemoryEvent.Phase;
import io.tidemark.model.memory.LiveTensors;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.training.Training;
import io.tidemark.model.training.TrainingMemory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
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

  /** Compares two runs. */
  public static Comparison of(Side before, Side after) {
    PlanRows plans = new PlanRows(PlanPairs.of(before, after));
    List<Change> peaks = new ArrayList<>(Change.each(memoryPeaks(before), memoryPeaks(after)));
    peaks.addAll(plans.peaks());
    peaks.addAll(Change.each(trainingPeak(before), trainingPeak(after)));
    List<Change> parts = new ArrayList<>(plans.classes());
    parts.addAll(Change.differing(Change.each(tensors(before), tensors(after))));
    parts.addAll(
        Change.differing(Change.each(TrainingByName.parts(before), TrainingByName.parts(after))));
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
   * and faults with a higher count.
   */
  public List<Change> exceeding(double percent) {
    return Stream.concat(
            Stream.concat(peaks.stream(), arenas.stream()).filter(row -> row.percent() > percent),
            faults.stream().filter(fault -> fault.after() > fault.before()))
        .toList();
  }

  private static Map<String, Long> memoryPeaks(Side side) {
    Map<String, Long> peaks = new TreeMap<>();
    side.board()
        .usageOf(side.run())
        .forEach(
            usage ->
                peaks.put(
                    "device %s %s".formatted(usage.getKey().device(), usage.getKey().memory()),
                    usage.getValue().tidemark().usedBytes()));
    return peaks;
  }

  private static Map<String, Long> trainingPeak(Side side) {
    Training training = TrainingByName.of(side);
    TrainingMemory memory = training == null ? null : training.memory();
    return memory == null ? Map.of() : Map.of("training", memory.peakBytes());
  }

  /** Live tensors at the end, by class. */
  private static Map<String, Long> tensors(Side side) {
    Map<String, Long> tensors = new TreeMap<>();
    side.board()
        .usageOf(side.run())
        .forEach(
            usage -> {
              LiveTensors live = usage.getValue().live();
              if (live != null) {
                String memory =
                    "device %s %s tensors "
                        .formatted(usage.getKey().device(), usage.getKey().memory());
                tensors.put(memory + "weight", live.weightBytes());
                tensors.put(memory + "activation", live.activationBytes());
                tensors.put(memory + "other", live.otherBytes());
              }
            });
    return tensors;
  }

  private static Map<String, Long> held(Side side) {
    Map<String, Long> holders = new HashMap<>();
    side.board()
        .opsOf(side.run())
        .forEach(
            table -> {
              String memory =
                  "device %s %s ".formatted(table.getKey().device(), table.getKey().memory());
              table
                  .getValue()
                  .ops()
                  .forEach(
                      op -> {
                        Long held = op.heldAtPeakBytes();
                        if (held != null) {
                          holders.put(memory + op.op(), held);
                        }
                      });
            });
    return holders;
  }

  /** A trainer's figures by name. */
  private static final class TrainingByName {

    private TrainingByName() {}

    static @Nullable Training of(Side side) {
      RunStatus status = side.board().runs().get(side.run());
      return status == null ? null : status.training();
    }

    /** Figures of each kind of phase, using its last phase, and the use at the end. */
    static Map<String, Long> parts(Side side) {
      Map<String, Long> parts = new TreeMap<>();
      Training training = of(side);
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
  }

  /**
   * The matched plans of two runs. They are matched by model, setting and memory; the remaining
   * ones by model and memory, since one form of a plan may state no setting. Several plans with one
   * key are matched in the order of the log. The number in a plan's name is not used: a search that
   * tries one more setting shifts it.
   */
  private static final class PlanPairs {

    private record Key(String model, @Nullable String setting, String memory) {}

    private PlanPairs() {}

    static List<PlanPair> of(Side before, Side after) {
      List<NamedPlan> left = plans(before);
      List<NamedPlan> right = plans(after);
      List<PlanPair> pairs = new ArrayList<>();
      match(left, right, plan -> new Key(plan.model(), plan.setting(), plan.memory()), pairs);
      match(left, right, plan -> new Key(plan.model(), null, plan.memory()), pairs);
      left.forEach(gone -> pairs.add(PlanPair.of(gone, null)));
      right.forEach(added -> pairs.add(PlanPair.of(null, added)));
      return pairs;
    }

    private static List<NamedPlan> plans(Side side) {
      List<NamedPlan> plans = new ArrayList<>();
      side.board()
          .plansOf(side.run())
          .forEach(
              plan -> {
                if (plan.getValue() instanceof PlanRecord.Summary summary) {
                  plans.add(new NamedPlan(plan.getKey().plan(), summary));
                }
              });
      plans.sort(NamedPlan.IN_ORDER);
      return plans;
    }

    /** Moves plans with equal keys to {@code pairs}. */
    private static void match(
        Collection<NamedPlan> left,
        Collection<NamedPlan> right,
        Function<NamedPlan, Key> keyOf,
        List<PlanPair> pairs) {
      for (Iterator<NamedPlan> one = left.iterator(); one.hasNext(); ) {
        NamedPlan before = one.next();
        Key key = keyOf.apply(before);
        NamedPlan after =
            right.stream()
                .filter(plan -> Objects.equals(keyOf.apply(plan), key))
                .findFirst()
                .orElse(null);
        if (after != null) {
          pairs.add(PlanPair.of(before, after));
          one.remove();
          right.remove(after);
        }
      }
    }
  }
}
