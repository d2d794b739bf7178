package io.tidemark.sink.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.Extent;
import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.plan.Attempt;
import io.tidemark.model.plan.Placements;
import io.tidemark.model.plan.PlanArena;
import io.tidemark.model.plan.PlanPeak;
import io.tidemark.model.plan.PlanPeaks;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanSpace;
import io.tidemark.model.plan.PlanState;
import io.tidemark.model.plan.StatedPeak;
import io.tidemark.model.plan.StepUse;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlanFitTest {

  private static final LogPosition AT = new LogPosition(0, 0);

  /** A loop of five steps; the last buffer has no place. */
  private static final List<Interval> INTERVALS =
      List.of(
          interval("conv", Lifetime.of(0, 2), 0, 100, true),
          interval("filter", Lifetime.of(4, 1), 100, 50, true),
          interval("bias", new Lifetime(1, 1, true), 200, 8, true),
          interval("lost", Lifetime.of(2, Lifetime.TO_THE_END), -1, 40, false));

  private static Interval interval(
      String name, Lifetime lifetime, long address, long bytes, boolean placed) {
    return new Interval(
        AT,
        "lmem#1",
        "LMEM",
        new PlannedBuffer(name, null, "activation"),
        lifetime,
        Extent.stated(address, bytes),
        placed);
  }

  /** The sentence of a plan whose arena is 208 and whose peak of placed buffers is 158. */
  private static @Nullable String fit(long size, int failed, PlanPeak withFailed) {
    PlanRecord.Summary plan =
        new PlanRecord.Summary(
            new Attempt(null, PlanState.SUCCESS, AT),
            new PlanSpace("LMEM", size, 0, 0),
            new StepUse(5, List.of(), List.of(), List.of(), null),
            new PlanPeaks(
                new PlanPeak(158, 0),
                withFailed,
                StatedPeak.UNKNOWN,
                Map.of(),
                List.of(),
                List.of()),
            new PlanArena(208, new Placements(3, failed, 40, 0), 248, 0, null, null, null),
            List.of(),
            List.of());
    return PlanFit.sentence(plan, INTERVALS);
  }

  @Test
  void aPlanThatDoesNotFitSaysHowMuchIsMissingAndWithoutWhatItWouldHaveFitted() {
    assertThat(fit(120, 1, new PlanPeak(148, 2)))
        .isEqualTo(
            "Without gaps it needs 148 B, at step 2;"
                + " it would have fitted there without its largest buffer (conv), 100 B.");
    assertThat(fit(10, 1, new PlanPeak(148, 2)))
        .endsWith("without its largest 2 buffers (conv, lost), 140 B.");
  }

  @Test
  void aPlanWhosePeakFitsWouldHaveFittedWithoutGaps() {
    assertThat(fit(200, 1, new PlanPeak(158, 0)))
        .isEqualTo(
            "Without gaps it would have fitted: 158 B at its peak, step 0, of the 200 B of LMEM.");
    assertThat(fit(208, 0, new PlanPeak(158, 0))).as("it fits").isNull();
  }

  @Test
  void aPlanOfAnUnknownMemorySaysIntoWhatItWouldFit() {
    assertThat(fit(0, 0, new PlanPeak(158, 0)))
        .isEqualTo("It would fit into 208 B as placed, into 158 B without gaps.");
  }
}
