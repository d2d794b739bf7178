package io.tidemark.sink.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.Made;
import org.junit.jupiter.api.Test;

class OutOfMemoryTallyTest {

  /** A counter of Prometheus never falls. */
  @Test
  void aFailureBehindOneThatWasTakenBackCounts() {
    OutOfMemoryTally one = OutOfMemoryTally.NONE.after(Made.outOfMemory(100, 1, 10));
    assertThat(one.count()).isEqualTo(1);
    OutOfMemoryTally back = one.after(Made.refused(1, null));
    assertThat(back.count()).isEqualTo(1);
    OutOfMemoryTally again = back.after(Made.outOfMemory(300, 1, 200));
    assertThat(again.count()).isEqualTo(2);
    assertThat(again.unknown()).isZero();
  }
}
