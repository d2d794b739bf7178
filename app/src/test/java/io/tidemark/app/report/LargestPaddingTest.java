package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.system.tenstorrent.mlir.MlirOp;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LargestPaddingTest {

  private final LargestPadding padding = new LargestPadding();

  private static MlirOp op(String location, int tiles, int elements, String memory) {
    String type =
        "tensor<%dxbf16, memref<1x%dx!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<%s>>>"
            .formatted(elements, tiles, memory);
    return Objects.requireNonNull(
        MlirOp.parse("%%1 = \"ttnn.add\"(%%0) : () -> %s loc(\"%s\")".formatted(type, location)));
  }

  @Test
  void tenOpsAreListedTheLargestFirst() {
    for (int i = 1; i <= 12; i++) {
      padding.add(op("op_" + i, i, 32, "dram"));
    }

    assertThat(padding.largest())
        .extracting(LargestPadding.Row::location)
        .startsWith("op_12", "op_11")
        .endsWith("op_3")
        .hasSize(10);
    assertThat(padding.largest().get(0).paddedBytes()).isEqualTo(12 * 2048);
    assertThat(padding.largest().get(0).unpaddedBytes()).isEqualTo(64);
  }

  @Test
  void anOpThatRunsAgainIsOneRow() {
    padding.add(op("same", 1, 32, "l1"));
    padding.add(op("same", 1, 32, "l1"));

    assertThat(padding.largest())
        .singleElement()
        .extracting(LargestPadding.Row::times)
        .isEqualTo(2L);
  }

  @Test
  void resultsOfTheHostAndResultsThatFillTheirTilesAreNotListed() {
    padding.add(op("host", 4, 32, "system_memory"));
    padding.add(op("full", 1, 1024, "dram"));

    assertThat(padding.largest()).isEmpty();
  }

  @Test
  void theLargestStayHoweverManyOthersCome() {
    padding.add(op("largest", 64, 32, "dram"));
    for (int i = 0; i < 20_000; i++) {
      padding.add(op("small_" + i, 1 + i % 8, 32, "dram"));
    }
    padding.add(op("largest", 64, 32, "dram"));

    assertThat(padding.largest().get(0).location()).isEqualTo("largest");
    assertThat(padding.largest().get(0).times()).isEqualTo(2);
  }
}
