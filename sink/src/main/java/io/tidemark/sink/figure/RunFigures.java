package io.tidemark.sink.figure;

import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.ModelName;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.AnalysisFailure;
import io.tidemark.model.run.Refusals;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.training.Training;
import io.tidemark.model.training.TrainingMemory;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.PlanVerdict;
import io.tidemark.sink.verdict.RunState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one run: the only place that gives a run's values their meter and labels.
 * Decisions: docs/decisions/sink.md.
 */
public final class RunFigures {

  /** Published label value of failed allocations with an unknown diagnosis. */
  private static final String NO_DIAGNOSIS = "untold";

  private final RunId id;
  private final RunLabels run;
  private final Mode mode;

  /**
   * @param host the machine on which its log is read; {@code null} if unknown
   */
  public RunFigures(RunId id, @Nullable String host, Mode mode) {
    this.id = id;
    this.run = new RunLabels(id.toString(), Objects.requireNonNullElse(host, ""));
    this.mode = mode;
  }

  /** Source, formats, mode, model, host, worker and labels of the run. */
  public Figure info(RunStatus status) {
    String formats = String.join(",", status.formats());
    String model = ModelName.of(id.source());
    String worker = Objects.requireNonNullElse(status.source().worker(), "");
    String read = status.lacksDate() ? "undated" : mode.label();
    return SeriesKey.of(BoardMeter.RUN, run, id.source(), formats, read, model, worker)
        .with(status.source().labels())
        .at(1);
  }

  public Figure failedAt(AnalysisFailure failure) {
    return SeriesKey.of(BoardMeter.RUN_FAILED_AT, run, failure.step().words()).at(failure.atByte());
  }

  /** How often the run's lines contradict each other. */
  public Figure contradictions(long count) {
    return SeriesKey.of(BoardMeter.RUN_CONTRADICTIONS, run).at(count);
  }

  public Figure start(RunStatus status) {
    return SeriesKey.of(BoardMeter.RUN_START, run).atMillis(status.startMillis());
  }

  /** The run's lines by outcome; an outcome without lines has no series. */
  public List<Figure> lines(RunStatus.Lines lines) {
    return outcomes(lines).entrySet().stream()
        .filter(one -> one.getValue() > 0)
        .map(one -> SeriesKey.of(BoardMeter.RUN_LINES, run, one.getKey()).at(one.getValue()))
        .toList();
  }

  /** Line counts by the values of the label {@code outcome}. */
  public static Map<String, Long> outcomes(RunStatus.Lines lines) {
    Map<String, Long> outcomes = new LinkedHashMap<>();
    outcomes.put("fact", lines.fact());
    outcomes.put("ignored", lines.ignored());
    outcomes.put("quoted", lines.quoted());
    outcomes.put("rejected", lines.rejected());
    outcomes.put("duplicate", lines.duplicate());
    return outcomes;
  }

  public Figure state(RunState state) {
    return SeriesKey.of(BoardMeter.RUN_STATE, run, state.label()).at(1);
  }

  /** By how much the peak of the run exceeds those of the good runs before it, as a share. */
  public Figure growth(RunStatus status, double above) {
    String commit = status.source().labels().getOrDefault("commit", "");
    return SeriesKey.of(BoardMeter.RUN_GROWTH, run, commit).at(above);
  }

  public WhereFigures where(Board board, RunStatus status, long nowMillis) {
    return new WhereFigures(run, board, id, status, nowMillis);
  }

  public Figure end(long millis) {
    return SeriesKey.of(BoardMeter.RUN_END, run).atMillis(millis);
  }

  public MemoryFigures memory(String device, String memory) {
    return new MemoryFigures(run, device, memory);
  }

  public OpFigures ops(MemoryKey key, OpTable table) {
    return new OpFigures(memory(key.device(), key.memory()), table);
  }

  /** A meter of alerts: 1 while it is active and 0 after it, or its begin while it is active. */
  public SeriesKey alert(BoardMeter meter, AlertKey key) {
    return SeriesKey.of(
        meter, run, key.device(), key.memory(), key.rule().alert(), key.rule().severity().label());
  }

  public FailureFigures failure(MemoryEvent.OutOfMemory newest) {
    return new FailureFigures(run, newest);
  }

  public SeriesKey outOfMemory(String device, String memory, String diagnosis) {
    return SeriesKey.of(BoardMeter.OUT_OF_MEMORY, run, device, memory, diagnosis);
  }

  /** The number of failed allocations without a known or shown device. */
  public SeriesKey outOfMemoryElsewhere() {
    return outOfMemory("", "", NO_DIAGNOSIS);
  }

  /**
   * The numbers of refused allocations.
   *
   * @param shown whether a device has series; the others are counted together
   */
  public List<Figure> refused(Refusals refusals, Predicate<String> shown) {
    Map<SeriesKey, Long> sums = new LinkedHashMap<>();
    long rest = refusals.count();
    for (Refusals.Refused one : refusals.newest()) {
      String device = one.allocation().device();
      if (shown.test(device)) {
        sums.merge(
            SeriesKey.of(BoardMeter.REFUSED, run, device, one.allocation().memory()),
            one.count(),
            Long::sum);
        rest -= one.count();
      }
    }
    if (rest > 0) {
      sums.put(SeriesKey.of(BoardMeter.REFUSED, run, "", ""), rest);
    }
    return figures(sums);
  }

  private static List<Figure> figures(Map<SeriesKey, Long> counts) {
    return counts.entrySet().stream().map(one -> one.getKey().at(one.getValue())).toList();
  }

  /**
   * How often ops of each kind ran. An op touches every memory of its device, so its highest count
   * is the number of its runs.
   */
  public List<Figure> opCounts(List<Map.Entry<MemoryKey, OpTable>> tables) {
    Map<SeriesKey, Long> counts = new LinkedHashMap<>();
    for (Map.Entry<MemoryKey, OpTable> table : tables) {
      String device = table.getKey().device();
      for (OpUsage op : table.getValue().ops()) {
        if (!Op.isUnattributed(op.op())) {
          counts.merge(SeriesKey.of(BoardMeter.OPS, run, device, op.op()), op.count(), Math::max);
        }
      }
    }
    return figures(counts);
  }

  public List<Figure> phases(Training training) {
    List<Figure> figures = new ArrayList<>(new PhaseFigures(run).of(training));
    TrainingMemory memory = training.memory();
    if (memory != null) {
      figures.addAll(training(memory));
    }
    return figures;
  }

  public List<Figure> plan(PlanKey key, PlanRecord.Summary plan) {
    List<String> labels = run.and(key.plan(), plan.memory());
    List<Figure> figures = new ArrayList<>();
    figures.add(new SeriesKey(BoardMeter.PLAN_PEAK, labels).at(plan.peakBytes()));
    figures.add(new SeriesKey(BoardMeter.PLAN_ARENA, labels).at(plan.arenaBytes()));
    if (plan.space().sizeBytes() > 0) {
      figures.add(new SeriesKey(BoardMeter.PLAN_CAPACITY, labels).at(plan.space().sizeBytes()));
    }
    String verdict = PlanVerdict.of(plan).words();
    figures.add(
        SeriesKey.of(BoardMeter.PLAN_VERDICT, run, key.plan(), plan.memory(), verdict).at(1));
    figures.add(new SeriesKey(BoardMeter.PLAN_PADDING, labels).at(plan.arena().paddingBytes()));
    figures.add(
        new SeriesKey(BoardMeter.PLAN_FRAGMENTATION, labels)
            .at(plan.arenaBytes() - plan.peakBytes()));
    figures.add(
        new SeriesKey(BoardMeter.PLAN_FAILED, labels).at(plan.arena().placements().failed()));
    // In a fixed order: that of the record's map differs between starts of the JVM.
    new TreeMap<>(plan.peaks().classBytes())
        .forEach(
            (name, bytes) -> {
              if (bytes > 0) {
                figures.add(
                    SeriesKey.of(BoardMeter.PART, run, key.plan(), plan.memory(), name).at(bytes));
              }
            });
    return figures;
  }

  private List<Figure> training(TrainingMemory memory) {
    List<Figure> figures = new ArrayList<>();
    for (TrainingMemory.Part part : memory.partsOfPeak()) {
      figures.add(
          SeriesKey.of(BoardMeter.PART, run, "", "DRAM", part.name()).at(part.actualBytes()));
    }
    for (TrainingMemory.Part part : memory.table()) {
      figures.add(training(part.name(), "actual", part.actualBytes()));
      Long expected = part.expectedBytes();
      if (expected != null) {
        figures.add(training(part.name(), "expected", expected));
      }
    }
    figures.add(SeriesKey.of(BoardMeter.TRAINING_USAGE, run).at(memory.usageRatio()));
    return figures;
  }

  private Figure training(String part, String kind, long bytes) {
    return SeriesKey.of(BoardMeter.TRAINING, run, "DRAM", part, kind).at(bytes);
  }
}
