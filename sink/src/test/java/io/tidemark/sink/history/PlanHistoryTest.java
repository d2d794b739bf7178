package io.tidemark.sink.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.log.LogPosition;
import io.tidemark.model.plan.Attempt;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanState;
import io.tidemark.sink.Made;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanHistoryTest {

  private final WrittenSamples written = new WrittenSamples();
  private final RunHistory history = new RunHistory(Made.RUN, null, written);

  private static PlanRecord.Summary plan(PlanState state, long millis) {
    PlanRecord.Summary made = Made.summary(70);
    return new PlanRecord.Summary(
        new Attempt("", state, new LogPosition(millis, millis)),
        made.space(),
        made.use(),
        made.peaks(),
        made.arena(),
        List.of(),
        List.of());
  }

  @Test
  void aPlanHasOneVerdictAtATime() throws Exception {
    history.apply(Made.PLAN, plan(PlanState.OPEN, 1_000));
    history.apply(Made.PLAN, plan(PlanState.SUCCESS, 1_500));
    history.end(Made.status("g1", 5000, 2_000L));

    assertThat(written.of("PLAN_VERDICT{replay,tidemark,LMEM,lmem#1 1,1,1,june.log#1,open"))
        .containsExactly("1 @1000", "stale @1500");
    assertThat(written.of("PLAN_VERDICT{replay,tidemark,LMEM,lmem#1 1,1,1,june.log#1,placed"))
        .containsExactly("1 @1500", "1 @2000");
  }
}
