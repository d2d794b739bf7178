package io.tidemark.model.wire;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.model.Attempt;
import io.tidemark.model.LogPosition;
import io.tidemark.model.Placements;
import io.tidemark.model.PlanArena;
import io.tidemark.model.PlanPeak;
import io.tidemark.model.PlanPeaks;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.PlanSpace;
import io.tidemark.model.StatedPeak;
import io.tidemark.model.StepUse;
import io.tidemark.model.TensorSizes;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Serializes plans flat: all figures are properties of the summary itself. */
final class FlatPlans {

  private FlatPlans() {}

  static void addTo(JsonMapper.Builder mapper) {
    mapper
        .addMixIn(PlanRecord.Summary.class, FlatSummary.class)
        .addMixIn(Attempt.class, FlatAttempt.class)
        .addMixIn(PlanPeaks.class, FlatPeaks.class)
        .addMixIn(PlanPeak.class, Peak.class)
        .addMixIn(StatedPeak.class, Logical.class)
        .addMixIn(PlanArena.class, FlatArena.class)
        .addMixIn(PlanRecord.Backing.class, FlatBacking.class);
  }

  interface FlatSummary {
    @JsonUnwrapped
    Attempt attempt();

    @JsonUnwrapped
    PlanSpace space();

    @JsonUnwrapped
    StepUse use();

    @JsonUnwrapped
    PlanPeaks peaks();

    @JsonUnwrapped
    PlanArena arena();
  }

  interface FlatAttempt {
    @JsonUnwrapped
    LogPosition at();
  }

  /** The parts' own names must differ from all property names. */
  interface FlatPeaks {
    @JsonUnwrapped
    @JsonProperty("(placed)")
    PlanPeak placed();

    @JsonUnwrapped(suffix = "WithFailed")
    PlanPeak withFailed();

    @JsonUnwrapped
    StatedPeak logical();

    @JsonProperty("peakOwners")
    List<PlanRecord.Owner> owners();
  }

  interface Peak {
    @JsonProperty("peakBytes")
    long bytes();

    @JsonProperty("peakStep")
    int step();
  }

  interface Logical {
    @UnknownAsMinusOne
    @JsonProperty("logicalPeakBytes")
    @Nullable Long bytes();

    @UnknownAsMinusOne
    @JsonProperty("logicalPeakStep")
    @Nullable Long step();
  }

  interface FlatArena {
    @JsonProperty("arenaBytes")
    long bytes();

    @JsonUnwrapped
    Placements placements();
  }

  interface FlatBacking {
    @JsonUnwrapped
    @JsonProperty("(tensors)")
    TensorSizes tensors();
  }
}
