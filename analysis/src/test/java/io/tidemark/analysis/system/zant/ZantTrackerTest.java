package io.tidemark.analysis.system.zant;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.memory.Devices;
import io.tidemark.analysis.memory.FrameOwners;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.message.RowFact;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.model.log.LogPosition;
import java.util.List;
import org.junit.jupiter.api.Test;

class ZantTrackerTest {

  private static final ZantPlan EMPTY = new ZantPlan(null, null, List.of(), 0);
  private static final long ANNOUNCED = 5;

  @Test
  void anAnnouncementBeforeARestartCounts() {
    Zant.ZantTracker before = new Zant.ZantTracker(new Plans());
    before.apply(
        new RowFact(Zant.FORMAT, "planning", "", null),
        new RunOutput(new Devices(), FrameOwners.NONE, event -> {})
            .begin(new LogPosition(80, 1), ANNOUNCED));

    Zant.ZantTracker after = new Zant.ZantTracker(new Plans());
    after.section().read(before.section().write());

    assertThat(after.expects(EMPTY, ANNOUNCED + 1)).isTrue();
    assertThat(after.expects(EMPTY, ANNOUNCED + 2)).isFalse();
  }
}
