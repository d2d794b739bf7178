package io.tidemark.analysis.system.tttrain;

import io.tidemark.analysis.line.LogPosition;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryEvent.Phase;
import io.tidemark.model.Training;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The summary of one training run: a heading, then three lines for each phase, then the totals. */
final class TrainingSummary {

  private final List<Phase> phases = new ArrayList<>();
  private String state = "";
  private long cut;
  private boolean overwritten;
  private long parameters = -1;
  private long peakBytes = -1;
  private long finalBytes = -1;
  private @Nullable Phase open;

  /** Whether a line that may be another tool's too belongs to a summary now. */
  boolean expects(TtTrainFact fact) {
    return state.equals("open")
        || !(fact instanceof TtTrainFact.Heading
            || fact instanceof TtTrainFact.PhaseDram
            || fact instanceof TtTrainFact.Cumulative
            || fact instanceof TtTrainFact.PhaseL1
            || fact instanceof TtTrainFact.Totals);
  }

  /** Whether this line is of another training run than the lines so far. */
  boolean begins(TtTrainFact fact) {
    boolean known = !state.isEmpty();
    return known
        && (fact instanceof TtTrainFact.SummaryStarted
            || fact instanceof TtTrainFact.ProgramStarted
            || (fact instanceof TtTrainFact.Parameters && parameters >= 0));
  }

  void apply(TtTrainFact fact, LogPosition at, Consumer<MemoryEvent> events) {
    if (fact instanceof TtTrainFact.SummaryStarted) {
      state = "open";
    } else if (fact instanceof TtTrainFact.Heading heading) {
      close(events);
      String name = OpNameLimiter.cut(heading.name());
      open =
          new Phase(
              at.offset(), at.timeMillis(), name, PhaseKind.of(name), 0, 0, 0, 0, 0, 0, 0, 0, 0);
    } else if (fact instanceof TtTrainFact.Totals totals) {
      close(events);
      state = "complete";
      peakBytes = totals.peakBytes();
      finalBytes = totals.finalBytes();
    } else if (fact instanceof TtTrainFact.Parameters known) {
      parameters = known.count();
    } else if (fact == TtTrainFact.Warning.OVERWRITTEN) {
      overwritten = true;
    } else if (open != null) {
      open = with(open, fact, at);
    }
  }

  private static Phase with(Phase phase, TtTrainFact fact, LogPosition at) {
    if (fact instanceof TtTrainFact.PhaseDram d) {
      return phase(
          phase,
          d,
          new TtTrainFact.Cumulative(phase.cumulativePeakBytes(), phase.currentBytes()),
          l1(phase),
          at);
    }
    if (fact instanceof TtTrainFact.Cumulative c) {
      return phase(phase, dram(phase), c, l1(phase), at);
    }
    if (fact instanceof TtTrainFact.PhaseL1 l) {
      return phase(
          phase,
          dram(phase),
          new TtTrainFact.Cumulative(phase.cumulativePeakBytes(), phase.currentBytes()),
          l,
          at);
    }
    return phase;
  }

  private static TtTrainFact.PhaseDram dram(Phase p) {
    return new TtTrainFact.PhaseDram(
        p.peakBytes(), p.allocatedBytes(), p.freedBytes(), p.changeBytes());
  }

  private static TtTrainFact.PhaseL1 l1(Phase p) {
    return new TtTrainFact.PhaseL1(
        p.circularBufferPeakBytes(), p.bufferPeakBytes(), p.totalPeakBytes());
  }

  private static Phase phase(
      Phase phase,
      TtTrainFact.PhaseDram dram,
      TtTrainFact.Cumulative cumulative,
      TtTrainFact.PhaseL1 l1,
      LogPosition at) {
    return new Phase(
        at.offset(),
        at.timeMillis(),
        phase.name(),
        phase.kind(),
        dram.peakBytes(),
        dram.allocatedBytes(),
        dram.freedBytes(),
        dram.changeBytes(),
        cumulative.peakBytes(),
        cumulative.currentBytes(),
        l1.circularBufferBytes(),
        l1.bufferBytes(),
        l1.totalBytes());
  }

  /** The open phase is complete. */
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

  /** The log is over. */
  void end(Consumer<MemoryEvent> events) {
    close(events);
    state = state.equals("open") ? "truncated" : state;
  }

  boolean any() {
    return !state.isEmpty();
  }

  /** {@code null} while there is no summary. */
  @Nullable Training training() {
    if (state.isEmpty()) {
      return null;
    }
    List<Phase> known = new ArrayList<>(phases);
    if (open != null && known.size() < Training.MAX_PHASES) {
      known.add(open);
    }
    return new Training(
        known,
        cut,
        state,
        overwritten || PhaseChecks.hidden(known),
        PhaseChecks.broken(known, peakBytes, finalBytes),
        parameters,
        peakBytes,
        finalBytes);
  }

  void write(PartWriter out) {
    out.text(state).number(cut).flag(overwritten);
    out.number(parameters).number(peakBytes).number(finalBytes);
    out.flag(open != null);
    if (open != null) {
      write(out, open);
    }
    out.number(phases.size());
    phases.forEach(phase -> write(out, phase));
  }

  private static void write(PartWriter out, Phase p) {
    out.number(p.offset()).number(p.timeMillis()).text(p.name()).text(p.kind());
    out.number(p.peakBytes()).number(p.allocatedBytes()).number(p.freedBytes());
    out.number(p.changeBytes()).number(p.cumulativePeakBytes()).number(p.currentBytes());
    out.number(p.circularBufferPeakBytes()).number(p.bufferPeakBytes()).number(p.totalPeakBytes());
  }

  void read(PartReader in) {
    state = in.word();
    cut = in.number();
    overwritten = in.flag();
    parameters = in.number();
    peakBytes = in.number();
    finalBytes = in.number();
    open = in.flag() ? phase(in) : null;
    for (int left = in.count(); left > 0; left--) {
      phases.add(phase(in));
    }
  }

  private static Phase phase(PartReader in) {
    return new Phase(
        in.number(),
        in.number(),
        in.word(),
        in.word(),
        in.number(),
        in.number(),
        in.number(),
        in.number(),
        in.number(),
        in.number(),
        in.number(),
        in.number(),
        in.number());
  }
}
