package io.tidemark.analysis.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.Extent;
import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.log.LogPosition;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanPaddingTest {

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
  void paddingIsOfTheLatestBornOfARange() {
    List<Interval> buffers =
        List.of(
            buffer(0, 9, 0, 1024, 1000),
            buffer(4, 6, 0, 1024, 24),
            buffer(0, 9, 1024, 512, -1),
            buffer(0, 3, 4096, 512, 1));
    assertThat(PlanPadding.perStep(buffers, 10))
        .containsExactly(535, 535, 535, 535, 1000, 1000, 1000, 24, 24, 24);
  }

  @Test
  void withoutShapesNothingIsTold() {
    assertThat(PlanPadding.stated(List.of(buffer(0, 1, 0, 8, -1)))).isFalse();
    assertThat(PlanPadding.stated(List.of(buffer(0, 1, 0, 8, 8)))).isTrue();
  }
}
