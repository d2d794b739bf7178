package io.tidemark.analysis.system.tttrain;

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
import java.util.List;
import java.util.function.Consumer;
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

  /** Whether a line that other tools also print belongs to an open summary. */
  boolean expects(TtTrainFact fact) {
    return state == TrainingState.OPEN
        || !(fact instanceof TtTrainFact.Heading
            || fact instanceof TtTrainFact.PhaseDram
            || fact instanceof TtTrainFact.Cumulative
            || fact instanceof TtTrainFact.PhaseL1
            || fact instanceof TtTrainFact.Totals);
  }

  /** Whether this line begins another training run. */
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
    } else if (fact instanceof TtTrainFact.Heading heading) {
      close(events);
      String name = OpNameLimiter.cut(heading.name());
      open =
          new Phase(at, name, PhaseKind.of(name), DramUse.NONE, CumulativeUse.NONE, L1Peaks.NONE);
    } else if (fact instanceof TtTrainFact.Totals line) {
      close(events);
      state = TrainingState.COMPLETE;
      totals = new TrainingTotals(line.peakBytes(), line.finalBytes());
    } else if (fact instanceof TtTrainFact.Parameters known) {
      parameters = known.count();
    } else if (fact == TtTrainFact.Warning.OVERWRITTEN) {
      overwritten = true;
    } else if (open != null) {
      open = with(open, fact, at);
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

  /** Completes the open phase. */
  private void close(Consumer<MemoryEvent> events) {
    Phase phase = open;
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

  /** Ends the summary with the log. */
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
}
