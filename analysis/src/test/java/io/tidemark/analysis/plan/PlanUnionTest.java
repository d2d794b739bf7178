package io.tidemark.analysis.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.Extent;
import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.log.LogPosition;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanUnionTest {

  private static Interval buffer(int first, int last, long address, long bytes, long unpadded) {
    return new Interval(
        new LogPosition(0, 0),
        "p",
        "HBM",
        new PlannedBuffer("b", "", "temporary"),
        Lifetime.of(first, last),
        Extent.stated(address, bytes, unpadded),
        true);
  }

  @Test
  void aByteThatSeveralHoldCountsOnce() {
    List<Interval> buffers =
        List.of(
            buffer(0, 2, 0, 10, -1),
            buffer(1, 1, 5, 10, -1),
            buffer(1, 3, 2, 3, -1),
            buffer(2, 2, 20, 5, -1));
    assertThat(PlanUnion.perStep(buffers, 4)).containsExactly(10, 15, 15, 3, 0);
    assertThat(PlanUnion.at(buffers, 1, "temporary")).isEqualTo(15);
    assertThat(PlanUnion.at(buffers, 1, "output")).isZero();
  }
}
