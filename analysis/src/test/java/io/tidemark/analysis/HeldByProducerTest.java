package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.Op;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Bytes that an op's results hold at the peak, minus those that another op freed. */
class HeldByProducerTest {

  private static final long MIB = 12L << 20;

  /** Tiles of 2 KiB in one MiB of each bank. */
  private static final int TILES_OF_A_MIB = 12 << 9;

  private final StringBuilder log = new StringBuilder();

  private void line(String text) {
    log.append("Always | DEBUG | ").append(text).append('\n');
  }

  private void block(String op, int usedMib) {
    line("Device memory state before operation " + op);
    line(
        "Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: 1000.000 MB,"
            + " totalBytesAllocatedPerBank: %d.000 MB, totalBytesFreePerBank: %d.000 MB,"
                .formatted(usedMib, 1000 - usedMib)
            + " largestContiguousBytesFreePerBank: 1.000 MB}");
  }

  private void op(String text, String kind, int usedMib) {
    line("Executing operation: " + text + " loc(\"x\")");
    block(kind, usedMib);
  }

  private void makes(String name, String kind, int usedMib) {
    op(name + " = \"ttnn.x\"() : () -> " + tensor(1), kind, usedMib);
  }

  private void frees(String names, int usedMib) {
    op("\"ttnn.deallocate\"(" + names + ") : (x) -> ()", "DeallocateOp", usedMib);
  }

  private static String tensor(int tiles) {
    return "tensor<%dx32xbf16, #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<%dx1x"
            .formatted(32 * tiles, tiles)
        + "!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>";
  }

  /** Held bytes by op, in MiB per bank. */
  private Map<String, Long> held() {
    return held(LogRun.of(log.toString().getBytes(StandardCharsets.UTF_8)));
  }

  private static Map<String, Long> held(LogRun run) {
    OpTable table = run.ops.get("log#1 0 DRAM");
    Map<String, Long> held = new TreeMap<>();
    for (OpUsage op : table.ops()) {
      long bytes = Objects.requireNonNull(op.heldAtPeakBytes());
      if (bytes != 0) {
        held.put(op.op(), bytes / MIB);
      }
    }
    long before = Objects.requireNonNull(table.heldBeforeBytes());
    if (before != 0) {
      held.put(Op.BEFORE, before / MIB);
    }
    return held;
  }

  @Test
  void whatADeallocationFreesIsTakenOffTheOpThatProducedIt() {
    line("Starting execution of program: main");
    makes("%0", "MatmulOp", 10);
    makes("%1", "AddOp", 110);
    frees("%0", 130);
    makes("%2", "ConcatOp", 30);
    makes("%3", "AnyOp", 230);
    assertThat(held()).isEqualTo(Map.of("AddOp", 20L, "ConcatOp", 200L, Op.BEFORE, 10L));
  }

  @Test
  void whatWasMadeBeforeTheFirstOpLineStaysWithTheOpThatFreesIt() {
    line("Starting execution of program: main");
    frees("%arg0", 100);
    makes("%2", "ConcatOp", 40);
    makes("%3", "AnyOp", 240);
    assertThat(held()).isEqualTo(Map.of("DeallocateOp", -60L, "ConcatOp", 200L, Op.BEFORE, 100L));
  }

  @Test
  void aTensorThatTheRuntimeRetainedIsTakenOffNobody() {
    line("Starting execution of program: main");
    makes("%0", "MatmulOp", 0);
    frees("%0", 100);
    line("Tensor is retained thus not deallocating. To deallocate, set retain to false first");
    makes("%1", "ConcatOp", 90);
    makes("%2", "AnyOp", 290);
    assertThat(held()).isEqualTo(Map.of("MatmulOp", 100L, "DeallocateOp", -10L, "ConcatOp", 200L));
  }

  @Test
  void aResultOfACachedProgramIsNotTakenOffItsCaller() {
    line("Starting execution of program: main");
    op(
        "%0 = ttcore.load_cached(@main_const_eval_0, [%arg0]) : (x) -> " + tensor(1),
        "LoadCachedOp",
        0);
    line("Starting execution of program: main_const_eval_0");
    makes("%0", "ToLayoutOp", 0);
    line("Finished execution of program: main_const_eval_0");
    frees("%0", 100);
    makes("%1", "ConcatOp", 20);
    makes("%2", "AnyOp", 300);
    assertThat(held())
        .isEqualTo(Map.of("ToLayoutOp", 100L, "DeallocateOp", -80L, "ConcatOp", 280L));
  }

  @Test
  void theLastDeallocationOfANestedProgramIsTakenOffItsProducer() {
    line("Starting execution of program: main");
    op("%0 = ttcore.load_cached(@f, []) : () -> " + tensor(1), "LoadCachedOp", 0);
    line("Starting execution of program: f");
    makes("%0", "MatmulOp", 0);
    frees("%0", 100);
    line("Finished execution of program: f");
    makes("%1", "ConcatOp", 0);
    makes("%2", "AnyOp", 300);
    assertThat(held()).isEqualTo(Map.of("ConcatOp", 300L));
  }

  @Test
  void theLastDeallocationOfASubmissionIsTakenOffItsProducerBySize() {
    line("Starting execution of program: main");
    op("%0 = \"ttnn.x\"() : () -> " + tensor(TILES_OF_A_MIB), "MatmulOp", 10);
    frees("%0", 11);
    line("Finished execution of program: main");
    line("Starting execution of program: main");
    makes("%0", "ConcatOp", 30);
    makes("%1", "AnyOp", 230);
    assertThat(held())
        .isEqualTo(Map.of(Op.BETWEEN_SUBMISSIONS, 20L, "ConcatOp", 200L, Op.BEFORE, 10L));
  }

  @Test
  void anArgumentThatIsFreedIsTakenOffTheEarlierSubmissionThatMadeIt() {
    line("Starting execution of program: main");
    op("%0 = \"ttnn.x\"() : () -> " + tensor(TILES_OF_A_MIB), "ConcatOp", 10);
    makes("%1", "AddOp", 11);
    line("Finished execution of program: main");
    line("Starting execution of program: main");
    op("\"ttnn.deallocate\"(%arg0) : (" + tensor(TILES_OF_A_MIB) + ") -> ()", "DeallocateOp", 11);
    makes("%1", "MatmulOp", 10);
    makes("%2", "AnyOp", 90);
    assertThat(held()).isEqualTo(Map.of("MatmulOp", 80L, Op.BEFORE, 10L));
  }

  @Test
  void anOpThatFreesTwoTensorsTakesFromEachProducerByItsSize() {
    line("Starting execution of program: main");
    op("%0 = \"ttnn.x\"() : () -> " + tensor(3), "MatmulOp", 0);
    op("%1 = \"ttnn.x\"() : () -> " + tensor(1), "AddOp", 90);
    frees("%0, %1", 120);
    makes("%2", "ConcatOp", 20);
    makes("%3", "AnyOp", 320);
    assertThat(held()).isEqualTo(Map.of("MatmulOp", 15L, "AddOp", 5L, "ConcatOp", 300L));
  }

  @Test
  void aViewThatIsFreedTakesNoMoreThanItsProducerHolds() {
    line("Starting execution of program: main");
    makes("%0", "MatmulOp", 0);
    makes("%1", "ReshapeOp", 100);
    frees("%1", 100);
    makes("%2", "ConcatOp", 20);
    makes("%3", "AnyOp", 320);
    assertThat(held()).isEqualTo(Map.of("MatmulOp", 100L, "DeallocateOp", -80L, "ConcatOp", 300L));
  }

  @Test
  void whatAGraphCaptureFreesIsTakenOffTheFunctionThatAllocatedIt() {
    String buffer = "\"device_id\": 0, \"size\": %d, \"type\": \"DRAM\"";
    String first = buffer.formatted(5 * MIB);
    String second = buffer.formatted(7 * MIB);
    LogRun run =
        LogRun.of(
            "["
                + String.join(
                    ",\n",
                    GraphCaptureTest.node(1, "function_start", "\"name\": \"ttnn::matmul\"", "2"),
                    GraphCaptureTest.node(2, "buffer", first, ""),
                    GraphCaptureTest.node(3, "buffer_allocate", first, "2"),
                    GraphCaptureTest.node(4, "function_end", "\"name\": \"ttnn::matmul\"", ""),
                    GraphCaptureTest.node(5, "function_start", "\"name\": \"ttnn::add\"", "6"),
                    GraphCaptureTest.node(6, "buffer_deallocate", first, "2"),
                    GraphCaptureTest.node(7, "buffer", second, ""),
                    GraphCaptureTest.node(8, "buffer_allocate", second, "7"),
                    GraphCaptureTest.node(9, "function_end", "\"name\": \"ttnn::add\"", ""))
                + "]");
    assertThat(run.rejects).isEmpty();
    assertThat(held(run)).isEqualTo(Map.of("ttnn::add", 7L));
  }

  @Test
  void aRestartBetweenAnyTwoLinesChangesNothing() {
    line("Starting execution of program: main");
    makes("%0", "MatmulOp", 10);
    op("%1 = ttcore.load_cached(@f, []) : () -> " + tensor(1), "LoadCachedOp", 110);
    line("Starting execution of program: f");
    makes("%0", "ToLayoutOp", 110);
    line("Finished execution of program: f");
    frees("%0", 140);
    makes("%2", "ConcatOp", 40);
    frees("%1", 340);
    makes("%3", "AnyOp", 310);
    byte[] bytes = log.toString().getBytes(StandardCharsets.UTF_8);
    Map<String, Long> whole = held(LogRun.of(bytes));
    LogRun restarted = new LogRun();
    int from = 0;
    for (int at = 0; at < bytes.length; at++) {
      if (bytes[at] == '\n') {
        restarted.feed("life", bytes, from, at + 1);
        restarted.publish();
        restarted.restart();
        from = at + 1;
      }
    }
    assertThat(held(restarted)).isEqualTo(whole);
    assertThat(whole).isEqualTo(Map.of(Op.BEFORE, 10L, "ToLayoutOp", 30L, "ConcatOp", 300L));
  }
}
