package io.tidemark.analysis.system.tttrain;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.CumulativeUse;
import io.tidemark.model.event.DramUse;
import io.tidemark.model.event.L1Peaks;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryEvent.Phase;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.training.TrainedModel;
import io.tidemark.model.training.Training;
import io.tidemark.model.training.TrainingChecks;
import io.tidemark.model.training.TrainingState;
import io.tidemark.model.training.TrainingTotals;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The summary of one training run: a heading and three lines for each phase, then the totals. */
@Stored
final class TrainingSummary {

  private final List<Phase> phases = new ArrayList<>();
  private @Nullable TrainingState state;
  private long cut;
  private boolean overwritten;
  private @Nullable String name;
  private @Nullable Long parameters;
  private TrainingTotals totals = TrainingTotals.UNKNOWN;
  private @Nullable Phase open;

  /**
   * The newest heading, which begins a phase with its first figures: other programs print such
   * lines, too, and between any two of the trainer.
   */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private @Nullable String heading;

  /** Number of the open phase's newest line; a phase of an earlier release has all three. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private int figures = 3;

  /** Whether a line that other tools also print belongs to an open summary. */
  boolean expects(TtTrainFact fact) {
    return state == TrainingState.OPEN
        || !(fact instanceof TtTrainFact.Heading
            || fact instanceof TtTrainFact.PhaseDram
            || fact instanceof TtTrainFact.Cumulative
            || fact instanceof TtTrainFact.PhaseL1
            || fact instanceof TtTrainFact.Totals);
  }

  boolean begins(TtTrainFact fact) {
    boolean known = state != null;
    return known
        && (fact instanceof TtTrainFact.SummaryStarted
            || fact instanceof TtTrainFact.ProgramStarted
            || (fact instanceof TtTrainFact.Parameters && parameters != null));
  }

  void apply(TtTrainFact fact, LogPosition at, Consumer<MemoryEvent> events) {
    if (fact instanceof TtTrainFact.SummaryStarted) {
      state = TrainingState.OPEN;
    } else if (fact instanceof TtTrainFact.Heading line) {
      String name = OpNameLimiter.cut(line.name());
      // The name of a phase is mostly a word, and the text of another program is mostly not.
      heading = heading == null || name.indexOf(' ') < 0 ? name : heading;
    } else if (fact instanceof TtTrainFact.Totals line) {
      close(events);
      state = TrainingState.COMPLETE;
      totals = new TrainingTotals(line.peakBytes(), line.finalBytes());
    } else if (fact instanceof TtTrainFact.Parameters known) {
      parameters = known.count();
    } else if (fact == TtTrainFact.Warning.OVERWRITTEN) {
      overwritten = true;
    } else {
      figures(fact, at, events);
    }
  }

  /** Adds figures. One that the open phase has is that of the heading below it. */
  private void figures(TtTrainFact fact, LogPosition at, Consumer<MemoryEvent> events) {
    int number =
        fact instanceof TtTrainFact.PhaseDram
            ? 1
            : fact instanceof TtTrainFact.Cumulative
                ? 2
                : fact instanceof TtTrainFact.PhaseL1 ? 3 : 0;
    String name = heading;
    if (name != null && number > 0 && (open == null || number <= figures)) {
      close(events);
      open =
          new Phase(at, name, PhaseKind.of(name), DramUse.NONE, CumulativeUse.NONE, L1Peaks.NONE);
    }
    if (open != null && number > 0) {
      open = with(open, fact, at);
      figures = number;
    }
  }

  /** Sets the name of the run, if one stands above its first lines. */
  void name(TtTrainFact fact, @Nullable String above) {
    boolean first =
        fact instanceof TtTrainFact.SummaryStarted
            || fact instanceof TtTrainFact.ProgramStarted
            || fact instanceof TtTrainFact.Parameters;
    if (first && above != null) {
      name = above;
    }
  }

  private static Phase with(Phase p, TtTrainFact fact, LogPosition at) {
    if (fact instanceof TtTrainFact.PhaseDram line) {
      return new Phase(at, p.name(), p.kind(), line.use(), p.cumulative(), p.l1());
    }
    if (fact instanceof TtTrainFact.Cumulative line) {
      return new Phase(at, p.name(), p.kind(), p.dram(), line.use(), p.l1());
    }
    if (fact instanceof TtTrainFact.PhaseL1 line) {
      return new Phase(at, p.name(), p.kind(), p.dram(), p.cumulative(), line.peaks());
    }
    return p;
  }

  private void close(Consumer<MemoryEvent> events) {
    Phase phase = open;
    heading = null;
    if (phase != null) {
      open = null;
      events.accept(phase);
      if (phases.size() < Training.MAX_PHASES) {
        phases.add(phase);
      } else {
        cut++;
      }
    }
  }

  void end(Consumer<MemoryEvent> events) {
    close(events);
    state = state == TrainingState.OPEN ? TrainingState.TRUNCATED : state;
  }

  /** The training so far; {@code null} if there is no summary. */
  @Nullable Training training() {
    TrainingState known = state;
    if (known == null) {
      return null;
    }
    List<Phase> all = new ArrayList<>(phases);
    if (open != null && all.size() < Training.MAX_PHASES) {
      all.add(open);
    }
    TrainingChecks checks =
        new TrainingChecks(overwritten || PhaseChecks.hidden(all), PhaseChecks.broken(all, totals));
    return new Training(all, cut, known, checks, new TrainedModel(name, parameters), totals, null);
  }

  /** The name of a phase without numbers, to keep the number of label values small. */
  private static final class PhaseKind {

    private static final Pattern FIXED =
        Pattern.compile(
            "MODEL_CREATION|OPTIMIZER_CREATION|ENTRY|END_TRACE|FIRST_ITERATION_COMPLETE");
    private static final Pattern PASS =
        Pattern.compile("(FORWARD|BACKWARD)_PASS(?:_(?:micro_)?\\d+)?");
    private static final Pattern MODULE = Pattern.compile("(.*)_L\\d+_(.*)_(FWD|BWD)__\\d{6}");
    private static final Pattern SEQUENCE = Pattern.compile("(.*)__\\d{6}");

    private PhaseKind() {}

    static String of(String name) {
      if (FIXED.matcher(name).matches()) {
        return name;
      }
      Matcher pass = PASS.matcher(name);
      if (pass.matches()) {
        return pass.group(1) + "_PASS";
      }
      Matcher module = MODULE.matcher(name);
      if (module.matches()) {
        return module.group(1) + "_" + module.group(2) + "_" + module.group(3);
      }
      Matcher sequence = SEQUENCE.matcher(name);
      return sequence.matches() ? sequence.group(1) : "OTHER";
    }
  }

  /**
   * Checks identities between the figures of a summary. A breach indicates mixed output of two
   * ranks or a cut log. Each printed figure is rounded to 0.01 MiB, so sums may differ by twice
   * that.
   */
  private static final class PhaseChecks {

    private static final long TOLERANCE_BYTES = Math.round(0.02 * (1 << 20)) + 2;

    private PhaseChecks() {}

    /** Counts the identities that do not hold; those of unknown totals are skipped. */
    static int broken(List<Phase> phases, TrainingTotals totals) {
      int broken = 0;
      long peak = 0;
      long current = 0;
      for (Phase p : phases) {
        broken += differ(p.dram().changeBytes(), p.dram().allocatedBytes() - p.dram().freedBytes());
        broken += differ(p.cumulative().currentBytes(), current + p.dram().changeBytes());
        broken +=
            differ(
                p.cumulative().cumulativePeakBytes(),
                Math.max(peak, current + p.dram().peakBytes()));
        broken += p.dram().peakBytes() + TOLERANCE_BYTES < p.dram().changeBytes() ? 1 : 0;
        long parts = p.l1().circularBufferPeakBytes() + p.l1().bufferPeakBytes();
        broken += p.l1().totalPeakBytes() > parts + TOLERANCE_BYTES ? 1 : 0;
        // Printed values are used, so that rounding errors do not add up over phases.
        peak = p.cumulative().cumulativePeakBytes();
        current = p.cumulative().currentBytes();
      }
      Long peakBytes = totals.peakBytes();
      Long finalBytes = totals.finalBytes();
      broken += peakBytes == null ? 0 : differ(peakBytes, peak);
      broken += finalBytes == null ? 0 : differ(finalBytes, current);
      return broken;
    }

    private static int differ(long one, long other) {
      return Math.abs(one - other) > TOLERANCE_BYTES ? 1 : 0;
    }

    /** Whether two phases have the same name and figures: the later trace overwrote the earlier. */
    static boolean hidden(List<Phase> phases) {
      Set<List<Object>> seen = new HashSet<>();
      for (Phase p : phases) {
        if (!seen.add(
            List.of(
                p.name(),
                p.dram().peakBytes(),
                p.dram().allocatedBytes(),
                p.dram().freedBytes(),
                p.l1().circularBufferPeakBytes(),
                p.l1().bufferPeakBytes(),
                p.l1().totalPeakBytes()))) {
          return true;
        }
      }
      return false;
    }
  }
}
