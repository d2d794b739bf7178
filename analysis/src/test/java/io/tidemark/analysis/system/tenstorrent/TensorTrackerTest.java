package io.tidemark.analysis.system.tenstorrent;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.system.tenstorrent.mlir.MlirOp;
import io.tidemark.analysis.system.tenstorrent.mlir.WholeOps;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class TensorTrackerTest {

  private final TensorTracker live = new TensorTracker(new TensorPool(TensorTracker.MOST_LIVE));

  private void op(String text) {
    live.started(WholeOps.effect(requireNonNull(MlirOp.parse(text))));
  }

  private static String on(String memory) {
    return "tensor<8xbf16, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<"
        + memory
        + ">>>";
  }

  private void made(String name, String memory) {
    op(name + " = \"ttnn.empty\"() : () -> " + on(memory));
  }

  private int alive(String memory) {
    return live.in(memory.toUpperCase(Locale.ROOT)).tensors();
  }

  @Test
  void aTensorLivesFromItsOpToItsDeallocation() {
    live.programStarted("main");
    made("%0", "dram");
    assertThat(live.in("DRAM")).isEqualTo(new TensorSums(1, 16, 0, 2048, 0));
    made("%1", "l1");
    assertThat(alive("dram")).isEqualTo(1);
    assertThat(alive("l1")).isEqualTo(1);
    op("\"ttnn.deallocate\"(%0) : (x) -> ()");
    assertThat(alive("dram")).isEqualTo(1);
    made("%2", "l1");
    assertThat(alive("dram")).isZero();
    assertThat(alive("l1")).isEqualTo(2);
  }

  @Test
  void anOpMayYieldSeveralTensors() {
    op("%0, %1 = \"ttnn.split\"(%a) : (x) -> (" + on("dram") + ", " + on("l1") + ")");
    assertThat(alive("dram")).isEqualTo(1);
    assertThat(alive("l1")).isEqualTo(1);
    op("\"ttnn.deallocate\"(%1) : (x) -> ()");
    made("%2", "dram");
    assertThat(alive("l1")).isZero();
    assertThat(alive("dram")).isEqualTo(2);
  }

  @Test
  void aRetainedTensorIsNotFreed() {
    made("%0", "dram");
    op("\"ttnn.deallocate\"(%0) : (x) -> ()");
    live.retained();
    made("%1", "dram");
    assertThat(alive("dram")).isEqualTo(2);
  }

  @Test
  void aNestedProgramHasItsOwnNamesAndLeavesOnlyWhatItYields() {
    live.programStarted("main");
    made("%0", "dram");
    op("%1 = ttcore.load_cached(@f, []) : () -> " + on("dram"));
    live.programStarted("f");
    made("%0", "dram");
    assertThat(alive("dram")).isEqualTo(2);
    made("%1", "dram");
    assertThat(alive("dram")).isEqualTo(3);
    live.programFinished("f");
    assertThat(alive("dram")).isEqualTo(2);
    made("%2", "dram");
    assertThat(alive("dram")).isEqualTo(3);
    live.programFinished("main");
    assertThat(alive("dram")).isZero();
  }

  @Test
  void theHostsMemoryIsNotTheDevices() {
    made("%0", "system_memory");
    made("%1", "system_memory");
    assertThat(alive("system_memory")).isZero();
  }
}
