package io.tidemark.sink;

import io.tidemark.model.event.CumulativeUse;
import io.tidemark.model.event.DramUse;
import io.tidemark.model.event.L1Peaks;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.training.TrainedModel;
import io.tidemark.model.training.Training;
import io.tidemark.model.training.TrainingChecks;
import io.tidemark.model.training.TrainingMemory;
import io.tidemark.model.training.TrainingState;
import io.tidemark.model.training.TrainingTotals;
import java.util.List;

/** A made-up training. */
final class MadeTraining {

  private MadeTraining() {}

  /** Two forward passes; the last one counts for both. */
  static final Training TRAINING =
      new Training(
          List.of(forward("FORWARD_PASS_1", 1), forward("FORWARD_PASS_2", 2)),
          0,
          TrainingState.COMPLETE,
          new TrainingChecks(false, 0),
          new TrainedModel("nano", 1000L),
          new TrainingTotals(9 * Made.MIB, 6 * Made.MIB),
          new TrainingMemory(
              new TrainingMemory.Assumptions(16 * Made.MIB, 2000L, 4000L, 2000L, false),
              new TrainingMemory.Parts(
                  3 * Made.MIB, 2 * Made.MIB, Made.MIB, 5 * Made.MIB, 4 * Made.MIB, 7 * Made.MIB),
              9 * Made.MIB,
              "FORWARD_PASS_2"));

  private static MemoryEvent.Phase forward(String name, long mib) {
    return new MemoryEvent.Phase(
        new LogPosition(4200, Made.NEW_YEAR_MILLIS),
        name,
        "FORWARD_PASS",
        new DramUse(mib * Made.MIB, (mib + 1) * Made.MIB, (mib + 2) * Made.MIB, -Made.MIB),
        new CumulativeUse((mib + 4) * Made.MIB, (mib + 5) * Made.MIB),
        new L1Peaks((mib + 6) * Made.MIB, (mib + 7) * Made.MIB, (mib + 8) * Made.MIB));
  }
}
