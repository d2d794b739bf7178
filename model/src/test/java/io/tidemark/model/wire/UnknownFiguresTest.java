package io.tidemark.model.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.Extent;
import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.event.Shortage;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanState;
import io.tidemark.model.training.TrainedModel;
import io.tidemark.model.training.TrainingTotals;
import org.junit.jupiter.api.Test;

/** An unknown figure has no property; −1 and an empty text of release 0.1.0 are unknown, too. */
class UnknownFiguresTest {

  private static final LogPosition AT = new LogPosition(5, 6);

  private static final String PLAN =
      """
      {"type": "summary", "memory": "HBM", "setting": "", "state": "%s", "usedPerStep": [],
       "usedPerStepWithFailed": [], "unpaddedPerStep": [], "peakBytes": 7, "classBytes": {},
       "peakOwners": [], "backings": [], "findings": [{"kind": "%s", "what": "b"}],
       "logicalPeakBytes": -1, "logicalPeakStep": -1}
      """;

  private static PlanRecord.Summary plan(String state, String finding) {
    byte[] json = PLAN.formatted(state, finding).getBytes(UTF_8);
    return (PlanRecord.Summary) Topics.PLANS.value().deserializer().deserialize("any", json);
  }

  private static String written(Object value) {
    return Json.MAPPER.writeValueAsString(value);
  }

  @Test
  void aPlanWithoutSettingAndStatedPeakHasNoSuchProperties() {
    PlanRecord.Summary plan = plan("success", "OVERLAP");
    assertThat(plan.peakBytes()).isEqualTo(7);
    assertThat(plan.attempt().setting()).isNull();
    assertThat(plan.peaks().logical().bytes()).isNull();
    assertThat(plan.space().bankBytes()).isZero();
    assertThat(written(plan)).doesNotContain("setting", "logicalPeak", "-1");
  }

  @Test
  void aStateOrFindingOfANewerReleaseIsUnknown() {
    PlanRecord.Summary plan = plan("paused", "GHOST");
    assertThat(plan.state()).isEqualTo(PlanState.UNKNOWN);
    assertThat(plan.findings())
        .extracting(PlanRecord.Finding::kind)
        .containsOnly(FindingKind.UNKNOWN);
  }

  @Test
  void aBufferWithoutAddressAndOpHasNoSuchProperties() {
    Interval interval =
        new Interval(
            AT,
            "p",
            "HBM",
            new PlannedBuffer("b", "", "other"),
            Lifetime.of(1, 2),
            Extent.stated(-1, 8),
            true);
    String json = written(interval);
    assertThat(json).doesNotContain("address", "unpaddedBytes", "\"op\"", "-1");
    assertThat(Json.MAPPER.readValue(json, MemoryEvent.class)).isEqualTo(interval);
    String old = json.replace("\"bytes\":8", "\"bytes\":8,\"address\":-1,\"unpaddedBytes\":-1");
    assertThat(Json.MAPPER.readValue(old, MemoryEvent.class)).isEqualTo(interval);
  }

  @Test
  void aFailureWithoutFiguresHasNoneOfThem() {
    OutOfMemory failure =
        new OutOfMemory(
            AT, "0", "L1", Shortage.ofOneBank(BankBytes.needed(-1)), Diagnosis.UNKNOWN, null, null);
    String json = written(failure);
    assertThat(json).doesNotContain("needed", "bankBytes", "PerBank", "-1");
    assertThat(Json.MAPPER.readValue(json, MemoryEvent.class)).isEqualTo(failure);
    String old = json.replace("\"banks\":1", "\"banks\":1,\"neededBytes\":-1,\"freePerBank\":-1");
    assertThat(Json.MAPPER.readValue(old, MemoryEvent.class)).isEqualTo(failure);
  }

  @Test
  void aMemoryWithoutStatedBlocksHasNoLargestOne() {
    MemoryView view = new MemoryView("HBM", 1, 9, 5, 4, null);
    assertThat(written(view)).doesNotContain("largestFreeBytes");
    String old =
        written(view).replace("\"freeBytes\":4", "\"freeBytes\":4,\"largestFreeBytes\":-1");
    assertThat(Json.MAPPER.readValue(old, MemoryView.class)).isEqualTo(view);
  }

  @Test
  void aTrainersSummaryWithoutTotalsHasNone() {
    assertThat(written(TrainingTotals.UNKNOWN)).isEqualTo("{}");
    assertThat(Json.MAPPER.readValue("{\"peakBytes\":-1,\"finalBytes\":-1}", TrainingTotals.class))
        .isEqualTo(TrainingTotals.UNKNOWN);
    assertThat(Json.MAPPER.readValue("{\"parameters\":-1}", TrainedModel.class))
        .isEqualTo(new TrainedModel(null, null));
  }
}
