package io.tidemark.analysis.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TrackedOpTest {

  @Test
  void growthThatNoCounterHoldsStopsAtItsEnd() {
    TrackedOp figures = new TrackedOp();
    for (int i = 0; i < 3; i++) {
      figures.changed(Long.MAX_VALUE / 2, 0);
      figures.changed(-Long.MAX_VALUE / 2, 0);
    }
    assertThat(figures.usage("A", 0).growthBytes()).isEqualTo(Long.MAX_VALUE);
    assertThat(figures.usage("A", 0).change().freedBytes()).isEqualTo(Long.MAX_VALUE);
  }
}
