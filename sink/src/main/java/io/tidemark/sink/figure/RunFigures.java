package io.tidemark.sink.figure;

import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.log.ModelName;
import io.tidemark.model.log.RunId;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.AnalysisFailure;
import io.tidemark.model.run.Refusals;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.training.Training;
import io.tidemark.model.training.TrainingMemory;
import io.tidemark.sink.verdict.PlanVerdict;
import io.tidemark.sink.verdict.RunState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The figures of one run: the only place that gives a run's values their meter and labels. */
public final class RunFigures {

  /** Published label value of failed allocations with an unknown diagnosis. */
  private static final String NO_DIAGNOSIS = "untold";

  private static final double MILLIS = 1000.0;

  private final RunId id;
  private final String run;
  private final Mode mode;

  public RunFigures(RunId id, Mode mode) {
    this.id = id;
    this.run = id.toString();
    this.mode = mode;
  }

  /** Source, formats, model, host, worker and labels of the run. */
  public Figure info(RunStatus status) {
    String formats = String.join(",", status.formats());
    String model = ModelName.of(id.source());
    String host = Objects.requireNonNullElse(status.source().host(), "");
    String worker = Objects.requireNonNullElse(status.source().worker(), "");
    return SeriesKey.of(
            BoardMeter.RUN, run, id.source(), formats, mode.label(), model, host, worker)
        .with(status.source().labels())
        .at(1);
  }

  /** Where the analysis of the run failed. */
  public Figure failedAt(AnalysisFailure failure) {
    return SeriesKey.of(BoardMeter.RUN_FAILED_AT, run, failure.step().words()).at(failure.atByte());
  }

  /** How often the run's lines contradict each other. */
  public Figure contradictions(long count) {
    return SeriesKey.of(BoardMeter.RUN_CONTRADICTIONS, run).at(count);
  }

  /** The start of the run. */
  public Figure start(RunStatus status) {
    return SeriesKey.of(BoardMeter.RUN_START, run).at(status.startMillis() / MILLIS);
  }

  /** The run's lines by outcome; an outcome without lines has no series. */
  public List<Figure> lines(RunStatus.Lines lines) {
    List<Figure> figures = new ArrayList<>();
    LineOutcomes.of(lines)
        .forEach(
            (outcome, count) -> {
              if (count > 0) {
                figures.add(SeriesKey.of(BoardMeter.RUN_LINES, run, outcome).at(count));
              }
            });
    return figures;
  }

  /** The state that the run is in. */
  public Figure state(RunState state) {
    return SeriesKey.of(BoardMeter.RUN_STATE, run, state.label()).at(1);
  }

  /** The end of the run. */
  public Figure end(long millis) {
    return SeriesKey.of(BoardMeter.RUN_END, run).at(millis / MILLIS);
  }

  /** The figures of one memory. */
  public MemoryFigures memory(String device, String memory) {
    return new MemoryFigures(run, device, memory);
  }

  /** 1 while the alert is active, 0 after it. */
  public SeriesKey alert(AlertKey key) {
    return alert(BoardMeter.ALERT, key);
  }

  /** When the alert began; only while it is active. */
  public SeriesKey alertSince(AlertKey key) {
    return alert(BoardMeter.ALERT_SINCE, key);
  }

  private SeriesKey alert(BoardMeter meter, AlertKey key) {
    return SeriesKey.of(
        meter, run, key.device(), key.memory(), key.rule().alert(), key.rule().severity().label());
  }

  /** The newest failed allocation of a memory. */
  public FailureFigures failure(MemoryEvent.OutOfMemory newest) {
    return new FailureFigures(run, newest);
  }

  /** The number of failed allocations of this kind. */
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
    return sums.entrySet().stream().map(sum -> sum.getKey().at(sum.getValue())).toList();
  }

  /** How often ops of one kind ran on a device. */
  public Figure opCount(String device, String op, long count) {
    return SeriesKey.of(BoardMeter.OPS, run, device, op).at(count);
  }

  /** Figures of a trainer's phases and of its device. */
  public List<Figure> phases(Training training) {
    List<Figure> figures = new ArrayList<>(new PhaseFigures(run).of(training));
    TrainingMemory memory = training.memory();
    if (memory != null) {
      figures.addAll(new TrainingFigures(run).of(memory));
    }
    return figures;
  }

  /** The peak, arena, losses and classes of a static plan. */
  public List<Figure> plan(PlanKey key, PlanRecord.Summary plan) {
    List<String> labels = List.of(run, key.plan(), plan.memory());
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
                    SeriesKey.of(BoardMeter.PLAN_CLASS, run, key.plan(), plan.memory(), name)
                        .at(bytes));
              }
            });
    return figures;
  }

  /** The figures that a trainer's summary yields for a device. */
  private static final class TrainingFigures {

    private static final String MEMORY = "DRAM";

    private final String run;

    TrainingFigures(String run) {
      this.run = run;
    }

    List<Figure> of(TrainingMemory memory) {
      List<Figure> figures = new ArrayList<>();
      for (TrainingMemory.Part part : memory.table()) {
        figures.add(figure(part.name(), "actual", part.actualBytes()));
        Long expected = part.expectedBytes();
        if (expected != null) {
          figures.add(figure(part.name(), "expected", expected));
        }
      }
      figures.add(SeriesKey.of(BoardMeter.TRAINING_USAGE, run).at(memory.usageRatio()));
      return figures;
    }

    private Figure figure(String part, String kind, long bytes) {
      return SeriesKey.of(BoardMeter.TRAINING, run, MEMORY, part, kind).at(bytes);
    }
  }
}
