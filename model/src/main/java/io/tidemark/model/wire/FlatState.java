package io.tidemark.model.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.model.Culprit;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryPeaks;
import io.tidemark.model.MemoryTimeline;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.OpChange;
import io.tidemark.model.OpUsage;
import io.tidemark.model.Peak;
import io.tidemark.model.Position;
import io.tidemark.model.ReadLines;
import io.tidemark.model.RunFailures;
import io.tidemark.model.RunSource;
import io.tidemark.model.RunStatus;
import io.tidemark.model.RunTime;
import io.tidemark.model.RunTracking;
import io.tidemark.model.SubmissionUse;
import io.tidemark.model.TrainedModel;
import io.tidemark.model.Training;
import io.tidemark.model.TrainingChecks;
import io.tidemark.model.TrainingMemory;
import io.tidemark.model.TrainingTotals;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;

/** Serializes runs and memories flat: all figures are properties of the record itself. */
final class FlatState {

  private FlatState() {}

  static void addTo(JsonMapper.Builder mapper) {
    mapper
        .addMixIn(RunStatus.class, FlatStatus.class)
        .addMixIn(RunSource.class, Source.class)
        .addMixIn(RunFailures.class, Failures.class)
        .addMixIn(MemoryUsage.class, FlatUsage.class)
        .addMixIn(MemoryTimeline.Axis.class, AxisColumns.class)
        .addMixIn(MemoryTimeline.Highs.class, HighColumns.class)
        .addMixIn(Peak.class, FlatPeak.class)
        .addMixIn(Position.class, FlatPosition.class)
        .addMixIn(OpUsage.class, FlatOp.class)
        .addMixIn(Training.class, FlatTraining.class)
        .addMixIn(TrainedModel.class, Trained.class)
        .addMixIn(TrainingTotals.class, Totals.class)
        .addMixIn(TrainingMemory.class, FlatTrainingMemory.class);
  }

  interface FlatStatus {
    @JsonUnwrapped
    RunSource source();

    @JsonUnwrapped
    ReadLines read();

    @JsonUnwrapped
    RunTracking tracking();

    @JsonUnwrapped
    RunFailures failures();

    @JsonUnwrapped
    RunTime time();
  }

  interface Source {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    Map<String, String> labels();
  }

  interface Failures {
    @JsonProperty("outOfMemory")
    List<MemoryEvent.OutOfMemory> newest();

    @JsonProperty("outOfMemoryCount")
    long count();

    @JsonProperty("declinedCount")
    @Nullable Long declined();
  }

  interface FlatUsage {
    @JsonUnwrapped
    MemoryPeaks peaks();

    @JsonUnwrapped
    SubmissionUse submissions();

    @JsonUnwrapped
    LogPosition at();
  }

  interface AxisColumns {
    @JsonSerialize(using = NumberColumn.class)
    List<Integer> at();

    @JsonSerialize(using = NumberColumn.class)
    List<Long> leastBytes();

    @JsonSerialize(using = NumberColumn.class)
    List<Long> mostBytes();
  }

  interface HighColumns {
    @JsonSerialize(using = NumberColumn.class)
    @Nullable List<@Nullable Long> snapshots();

    @JsonSerialize(using = NumberColumn.class)
    List<Integer> ops();

    @JsonSerialize(using = NumberColumn.class)
    @Nullable List<@Nullable Long> largestFreeBytes();

    @JsonSerialize(using = NumberColumn.class)
    @Nullable List<@Nullable Long> weightBytes();

    @JsonSerialize(using = NumberColumn.class)
    @Nullable List<@Nullable Long> activationBytes();
  }

  interface FlatPeak {
    @JsonUnwrapped
    Culprit culprit();

    @JsonUnwrapped
    LogPosition at();
  }

  interface FlatPosition {
    @JsonUnwrapped
    Position.FileIdentity file();
  }

  interface FlatOp {
    @JsonUnwrapped
    OpChange change();
  }

  interface FlatTraining {
    @JsonUnwrapped
    TrainingChecks checks();

    @JsonUnwrapped
    TrainedModel model();

    @JsonUnwrapped
    TrainingTotals totals();
  }

  interface Trained {
    @UnknownAsMinusOne
    @Nullable Long parameters();
  }

  /** The parts are properties of the memory itself. */
  interface FlatTrainingMemory {
    @JsonUnwrapped
    TrainingMemory.Parts parts();
  }

  interface Totals {
    @UnknownAsMinusOne
    @Nullable Long peakBytes();

    @UnknownAsMinusOne
    @Nullable Long finalBytes();
  }
}
