package io.tidemark.analysis.system.tttrain;

import io.tidemark.analysis.line.Fact;
import io.tidemark.model.CumulativeUse;
import io.tidemark.model.DramUse;
import io.tidemark.model.L1Peaks;

/** What tt-train's memory tracker and the trainers around it print. Bytes are of one device. */
public sealed interface TtTrainFact extends Fact {

  @Override
  default String format() {
    return TtTrain.FORMAT;
  }

  /** A summary begins. */
  record SummaryStarted() implements TtTrainFact {}

  /** A phase's heading; other tools print the like outside of a summary. */
  record Heading(String name) implements TtTrainFact {}

  /** A phase's own DRAM figures. */
  record PhaseDram(DramUse use) implements TtTrainFact {}

  /** DRAM figures that run on from phase to phase. */
  record Cumulative(CumulativeUse use) implements TtTrainFact {}

  /** A phase's L1 figures, of one core. */
  record PhaseL1(L1Peaks peaks) implements TtTrainFact {}

  /** The summary's last line. */
  record Totals(long peakBytes, long finalBytes) implements TtTrainFact {}

  /** A summary without a phase, or a phase's trace that replaced one of the same name. */
  enum Warning implements TtTrainFact {
    NO_TRACES,
    OVERWRITTEN
  }

  /** A memory of a device as the first version's summary states it. */
  record DevicePeak(String device, String memory, long peakBytes, long currentBytes)
      implements TtTrainFact {}

  /** A buffer of DRAM that came ({@code bytes} above 0) or went, as the first version traces it. */
  record BufferTraced(String device, long bytes) implements TtTrainFact {}

  /** How many parameters the model has. */
  record Parameters(long count) implements TtTrainFact {}

  /** A trainer's program began to run. */
  record ProgramStarted() implements TtTrainFact {}

  /** The allocator's own true peak, and the size of what it allocates from. */
  record FootprintPeak(long peakBytes, long arenaBytes) implements TtTrainFact {}

  /** The largest block that could still be allocated at the tightest point. */
  record FootprintLargest(long bytes) implements TtTrainFact {}
}
