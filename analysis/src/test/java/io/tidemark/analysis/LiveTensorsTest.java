package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.memory.LiveTensors;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tensors of 8 bf16 elements in one tile: 16 bytes, 2,048 bytes with padding. */
class LiveTensorsTest {

  private static final long TILE = 2048;
  private static final long PADDING = TILE - 16;

  private final StringBuilder log = new StringBuilder();

  private void line(String text) {
    log.append("Always | DEBUG | ").append(text).append('\n');
  }

  private void start(String program) {
    line("Starting execution of program: " + program);
  }

  private void finish(String program) {
    line("Finished execution of program: " + program);
  }

  private void op(String text) {
    line("Executing operation: " + text + " loc(\"x\")");
  }

  private static String on(String memory) {
    return "tensor<8xbf16, #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>,"
        + " memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<"
        + memory
        + ">>, <interleaved>>>";
  }

  private void makes(String name, String op) {
    op(name + " = \"" + op + "\"() : () -> " + on("dram"));
  }

  private void block() {
    line("Device memory state before operation AnyOp");
    for (String memory : new String[] {"DRAM", "L1"}) {
      line(
          "Device "
              + memory
              + " memory state: MemoryView{numBanks: 12, totalBytesPerBank: 1021.169 MB,"
              + " totalBytesAllocatedPerBank: 1.000 MB, totalBytesFreePerBank: 1020.169 MB,"
              + " largestContiguousBytesFreePerBank: 1020.000 MB}");
    }
  }

  private @Nullable LiveTensors alive(String memory) {
    return LogRun.of(log.toString().getBytes(StandardCharsets.UTF_8))
        .usage
        .get("log#1 0 " + memory)
        .live();
  }

  private static LiveTensors tensors(int weights, int activations, int others) {
    int count = weights + activations + others;
    return new LiveTensors(
        count, weights * TILE, activations * TILE, others * TILE, count * PADDING);
  }

  @Test
  void whatConstEvalComputesIsAWeightAndTheRestActivations() {
    start("main");
    op("%0 = ttcore.load_cached(@main_const_eval_0, [%arg0]) : (x) -> " + on("dram"));
    start("main_const_eval_0");
    makes("%0", "ttnn.to_layout");
    makes("%1", "ttnn.typecast");
    block();
    assertThat(alive("DRAM")).isEqualTo(tensors(1, 0, 0));
    finish("main_const_eval_0");
    makes("%1", "ttnn.add");
    makes("%2", "ttnn.add");
    block();
    assertThat(alive("DRAM")).isEqualTo(tensors(1, 1, 0));
    assertThat(alive("L1")).isEqualTo(LiveTensors.NONE);
  }

  @Test
  void whatIsDeallocatedIsAliveNoMoreUnlessItIsRetained() {
    start("main");
    makes("%0", "ttnn.add");
    makes("%1", "ttnn.add");
    op("\"ttnn.deallocate\"(%0) <{force = false}> : (" + on("dram") + ") -> ()");
    op("\"ttnn.deallocate\"(%1) <{force = false}> : (" + on("dram") + ") -> ()");
    line("Tensor is retained thus not deallocating. To deallocate, set retain to false first");
    makes("%2", "ttnn.add");
    block();
    assertThat(alive("DRAM")).isEqualTo(tensors(0, 1, 0));
  }

  @Test
  void anOpOutsideOfEveryProgramHasNoUseToTell() {
    makes("%0", "ttnn.add");
    makes("%1", "ttnn.add");
    block();
    assertThat(alive("DRAM")).isEqualTo(tensors(0, 0, 1));
  }

  @Test
  void afterLostLinesNothingIsKnownToLive() {
    start("main");
    makes("%0", "ttnn.add");
    makes("%1", "ttnn.add");
    byte[] before = log.toString().getBytes(StandardCharsets.UTF_8);
    log.setLength(0);
    makes("%7", "ttnn.add");
    makes("%8", "ttnn.add");
    block();
    byte[] after = log.toString().getBytes(StandardCharsets.UTF_8);
    LogRun run = new LogRun();
    byte[] whole = new byte[before.length + 100 + after.length];
    System.arraycopy(before, 0, whole, 0, before.length);
    System.arraycopy(after, 0, whole, before.length + 100, after.length);
    run.feed("life", whole, 0, before.length);
    run.feed("life", whole, before.length + 100, whole.length);
    run.publish();
    assertThat(run.usage.get("log#1 0 DRAM").live()).isEqualTo(tensors(0, 0, 1));
  }

  @Test
  void whenItsProgramIsOverATensorIsAliveNoMore() {
    start("main");
    makes("%0", "ttnn.add");
    makes("%1", "ttnn.add");
    block();
    assertThat(alive("DRAM")).isEqualTo(tensors(0, 1, 0));
    finish("main");
    block();
    assertThat(alive("DRAM")).isEqualTo(LiveTensors.NONE);
  }

  @Test
  void aFailureEndsWhatRan() {
    start("main");
    makes("%0", "ttnn.add");
    makes("%1", "ttnn.add");
    line(
        "TT_FATAL: Out of Memory: Not enough space to allocate 4096 B DRAM buffer across 12 banks,"
            + " where each bank needs to store 342 B");
    block();
    assertThat(alive("DRAM")).isEqualTo(LiveTensors.NONE);
  }

  @Test
  void aProgramThatStartsAgainWasEndedByNobodysWord() {
    for (int attempt = 0; attempt < 20; attempt++) {
      start("main");
      makes("%0", "ttnn.add");
      makes("%1", "ttnn.add");
    }
    block();
    assertThat(alive("DRAM")).isEqualTo(tensors(0, 1, 0));
  }

  @Test
  void eachOfSeveralResultsIsATensorAndIsFreedByItsOwnName() {
    start("main");
    op("%1:2 = \"ttnn.sort\"() : () -> (" + on("dram") + ", " + on("dram") + ")");
    op("%values, %at = \"ttnn.topk\"() : () -> (" + on("dram") + ", " + on("l1") + ")");
    makes("%2", "ttnn.add");
    block();
    assertThat(alive("DRAM")).isEqualTo(tensors(0, 3, 0));
    assertThat(alive("L1")).isEqualTo(tensors(0, 1, 0));
    for (String freed : new String[] {"%1#0", "%1#1", "%values", "%at"}) {
      op("\"ttnn.deallocate\"(" + freed + ") : (" + on("dram") + ") -> ()");
    }
    makes("%3", "ttnn.add");
    block();
    assertThat(alive("DRAM")).isEqualTo(tensors(0, 1, 0));
    assertThat(alive("L1")).isEqualTo(LiveTensors.NONE);
  }

  @Test
  void aNameThatIsYieldedAgainIsAnotherTensor() {
    start("main");
    makes("%0", "ttnn.add");
    op("%0 = \"ttnn.add\"() : () -> " + on("system_memory"));
    makes("%1", "ttnn.add");
    block();
    assertThat(alive("DRAM")).isEqualTo(LiveTensors.NONE);
  }

  @Test
  void aTypeThatCannotBeIsNotCounted() {
    start("main");
    op(
        "%0 = \"ttnn.add\"() : () -> tensor<4096x4096xbf16, memref<1x1x!ttcore.tile<32x32, bf16>,"
            + " #ttnn.buffer_type<dram>>>");
    op(
        "%1 = \"ttnn.add\"() : () -> tensor<9999999999x9999999999xbf16,"
            + " memref<9999999999x9999999999xbf16, #ttnn.buffer_type<dram>>>");
    makes("%2", "ttnn.add");
    block();
    assertThat(alive("DRAM")).isEqualTo(LiveTensors.NONE);
  }

  @Test
  void withoutOpLinesNothingIsTold() {
    block();
    assertThat(alive("DRAM")).isNull();
  }
}
