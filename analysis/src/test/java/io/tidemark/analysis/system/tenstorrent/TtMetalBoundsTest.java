package io.tidemark.analysis.system.tenstorrent;

import static io.tidemark.analysis.memory.MemoryBounds.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TtMetalBoundsTest {

  /** Figures from the documentation of ttrt's memory file. */
  @Test
  void usedBlocksCountAsAlignedAndFreeBytesAsWhatIsLeft() {
    long free = 1_071_167_456;
    assertThat(TtMetalBounds.of(12, 1_071_181_792, 16_384, free, 1_071_165_408, 0).breach())
        .isNull();
    assertThat(TtMetalBounds.of(1, 1 << 30, 1 << 29, 1 << 30, UNKNOWN, 0).breach()).isNotNull();
  }
}
