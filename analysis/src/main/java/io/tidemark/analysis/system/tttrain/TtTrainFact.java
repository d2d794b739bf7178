package io.tidemark.analysis.system.tttrain;

import io.tidemark.analysis.line.Fact;
import io.tidemark.model.event.CumulativeUse;
import io.tidemark.model.event.DramUse;
import io.tidemark.model.event.L1Peaks;

/** Output of tt-train's memory tracker and of its trainers. Bytes are of one device. */
public sealed interface TtTrainFact extends Fact {

  @Override
  default String format() {
    return TtTrain.FORMAT;
  }

  record SummaryStarted() implements TtTrainFact {}

  /** Heading of a phase; other tools print similar lines outside a summary. */
  record Heading(String name) implements TtTrainFact {}

  /** A phase's own DRAM figures. */
  record PhaseDram(DramUse use) implements TtTrainFact {}

  /** DRAM figures accumulated over phases. */
  record Cumulative(CumulativeUse use) implements TtTrainFact {}

  /** L1 figures of a phase, of one core. */
  record PhaseL1(L1Peaks peaks) implements TtTrainFact {}

  /** Last line of the summary. */
  record Totals(long peakBytes, long finalBytes) implements TtTrainFact {}

  /** A summary without phases, or a trace that overwrote one of the same name. */
  enum Warning implements TtTrainFact {
    NO_TRACES,
    OVERWRITTEN
  }

  /**
   * A DRAM buffer that was allocated ({@code bytes} above 0) or freed, as traced by the first
   * version.
   */
  record BufferTraced(String device, long bytes) implements TtTrainFact {}

  /** Number of parameters of the model. */
  record Parameters(long count) implements TtTrainFact {}

  record ProgramStarted() implements TtTrainFact {}
}
