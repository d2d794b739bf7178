package io.tidemark.analysis.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.memory.ModuleGroups;
import io.tidemark.model.event.Extent;
import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.plan.PlanRecord.Summary;
import io.tidemark.model.plan.PlanState;
import org.junit.jupiter.api.Test;

class PlanFiguresTest {

  private static final boolean BUSY = true;
  private static final boolean AT_REST = false;

  private final PlanFigures plan = new PlanFigures(1, "ARENA", 0, 1);
  private int buffers;

  private void add(int more) {
    for (int last = buffers + more; buffers < last; buffers++) {
      plan.add(
          new Interval(
              new LogPosition(buffers, 0),
              "",
              "",
              new PlannedBuffer("b" + buffers, "", "scratch"),
              Lifetime.of(0, 0),
              Extent.stated(buffers, 1),
              true));
    }
  }

  private int toldPlaced(boolean busy) {
    return plan.changedPages(busy, ModuleGroups.NONE).get(0) instanceof Summary summary
        ? summary.arena().placements().placed()
        : -1;
  }

  @Test
  void theSumsOfALargePlanWaitWhileItHardlyGrowsAndAreToldAtRest() {
    plan.name("p", "");
    add(2_000);
    assertThat(toldPlaced(BUSY)).isEqualTo(2_000);
    add(249);
    assertThat(toldPlaced(BUSY)).isEqualTo(-1);
    assertThat(toldPlaced(AT_REST)).isEqualTo(2_249);
    assertThat(plan.changedPages(AT_REST, ModuleGroups.NONE)).isEmpty();
    add(282);
    assertThat(toldPlaced(BUSY)).isEqualTo(2_531);
  }

  @Test
  void aPlanThatEndsIsToldAtOnce() {
    plan.name("p", "");
    add(2_000);
    plan.changedPages(BUSY, ModuleGroups.NONE);
    add(1);
    plan.end(PlanState.SUCCESS, new LogPosition(9, 9));
    assertThat(toldPlaced(BUSY)).isEqualTo(2_001);
  }

  @Test
  void ofASmallPlanEveryChangeIsTold() {
    plan.name("p", "");
    add(1_000);
    plan.changedPages(BUSY, ModuleGroups.NONE);
    add(1);
    assertThat(toldPlaced(BUSY)).isEqualTo(1_001);
  }
}
