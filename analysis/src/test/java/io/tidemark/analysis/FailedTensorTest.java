package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.state.StateFormat;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.FailedTensor;
import io.tidemark.model.event.Shortage;
import io.tidemark.model.run.RunFailures;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The tensor whose allocation failed, as the lines before or after the error show it. */
class FailedTensorTest {

  private static final String PLACE =
      " loc(\"7|Net[net]|Conv[net.c]|net.py:31|forward|5|aten__x\")";

  private static String op(String takes, String yields) {
    return "            RuntimeTTNN |   DEBUG | Executing operation: %5 = \"ttnn.x\"(%1) : ("
        + takes
        + ") -> "
        + yields
        + PLACE;
  }

  /** A tiled tensor of this many tiles in its last two dimensions. */
  private static String tiled(String shape, String tiles, String memory) {
    return "tensor<%sxbf16, #l<(d0, d1) -> (d0, d1), <1x1>, memref<%sx!ttcore.tile<32x32, bf16>,"
            .formatted(shape, tiles)
        + " #ttnn.buffer_type<%s>>, <interleaved>>>".formatted(memory);
  }

  private static String rows(String shape) {
    return "tensor<%sxbf16, #l<(d0, d1) -> (d0, d1), <1x1>, memref<%sxbf16,".formatted(shape, shape)
        + " #ttnn.buffer_type<dram>>, <interleaved>>>";
  }

  private static String failed(long bytes, long perBank) {
    return "2026-02-03 04:05:06.000 | critical |          Always | TT_FATAL: Out of Memory: Not"
        + " enough space to allocate %d B DRAM buffer across 4 banks, where each bank needs to"
            .formatted(bytes)
        + " store %d B, but bank size is 900000 B (allocated: 890000 B, free: 10000 B, largest"
            .formatted(perBank)
        + " free block: 600 B) (assert.hpp:104)";
  }

  private static final String MEMORY =
      "                 Always |    INFO | Device DRAM memory state: MemoryView{numBanks: 4,"
          + " totalBytesPerBank: 0.858 MB, totalBytesAllocatedPerBank: 0.100 MB,"
          + " totalBytesFreePerBank: 0.758 MB, largestContiguousBytesFreePerBank: 0.758 MB}";

  private static final String HEAD =
      "                 Always |    INFO | Device memory state before operation XOp";

  private static @Nullable FailedTensor tensor(String... lines) {
    return allocation(lines).tensor();
  }

  /** The only failure or refusal, equal if the log is read line by line with restarts. */
  private static FailedAllocation allocation(String... lines) {
    String log = String.join("\n", lines) + "\n";
    LogRun run = new LogRun();
    for (String line : log.lines().toList()) {
      run.feedNext("life", (line + "\n").getBytes(UTF_8));
      run.restart();
    }
    run.end();
    LogRun whole = LogRun.of(log);
    whole.end();
    assertThat(run.status().failures()).isEqualTo(whole.status().failures());
    RunFailures failures = whole.status().failures();
    assertThat(failures.newest().size() + (failures.refused() == null ? 0 : 1)).isEqualTo(1);
    return failures.refused() == null
        ? failures.newest().get(0).allocation()
        : failures.refused().newest().get(0).allocation();
  }

  @Test
  void theOpIsKnownByItsLineWithoutMemoryLines() {
    String op = op("", tiled("32x32", "1x1", "dram"));
    assertThat(allocation(op, failed(8192, 2048)).during()).isEqualTo("ttnn.x");
    assertThat(allocation(op, HEAD, MEMORY, failed(8192, 2048)).during()).isEqualTo("XOp");
    assertThat(allocation(failed(8192, 2048)).during()).isNull();
  }

  @Test
  void theOnlyResultIsProvedByItsSizeWithItsPadding() {
    String padded = tiled("1x40x33", "2x2", "dram");
    assertThat(tensor(op("", padded), HEAD, MEMORY, failed(8192, 2048)))
        .isEqualTo(new FailedTensor("1x40x33", "bf16", 8192, "net.py:31", true));
  }

  @Test
  void theOneOfSeveralWhoseSizeIsTheRequests() {
    String several =
        "(" + tiled("32x32", "1x1", "dram") + ", " + tiled("64x96", "2x3", "dram") + ")";
    FailedTensor second = new FailedTensor("64x96", "bf16", 12288, "net.py:31", true);
    assertThat(tensor(op("", several), failed(12288, 4096))).isEqualTo(second);
    String operand = op(tiled("64x96", "2x3", "l1"), several.replace("64x96", "65x96"));
    assertThat(tensor(operand.replace("2x3x!", "3x3x!"), failed(18432, 6144)))
        .isEqualTo(new FailedTensor("65x96", "bf16", 18432, "net.py:31", true));
    assertThat(tensor(op("", several), failed(999_424, 249_856))).isNull();
  }

  @Test
  void anOperandIsNamedIfItsSizeAloneFits() {
    String row = op(rows("16x100"), tiled("32x32", "1x1", "dram"));
    assertThat(tensor(row, failed(3200, 800)))
        .isEqualTo(new FailedTensor("16x100", "bf16", 3200, "net.py:31", true));
  }

  @Test
  void roundingUpToPagesOfEachBankIsEqual() {
    String three = op("", tiled("96x32", "3x1", "dram"));
    assertThat(tensor(three, failed(8192, 2048))).matches(FailedTensor::proved);
    assertThat(tensor(three, failed(6144 + 4 * 2048, 3584))).matches(one -> !one.proved());
    // Rows of 6 bytes take 32 each.
    assertThat(tensor(op("", rows("64x3")), failed(2048, 512)))
        .isEqualTo(new FailedTensor("64x3", "bf16", 384, "net.py:31", true));
  }

  @Test
  void anotherSizeLeavesTheOnlyResultUnproved() {
    String op = op("", tiled("32x32", "1x1", "dram"));
    assertThat(tensor(op, failed(400_000, 100_000)))
        .isEqualTo(new FailedTensor("32x32", "bf16", 2048, "net.py:31", false));
    String elsewhere = op("", tiled("32x32", "1x1", "l1"));
    assertThat(tensor(elsewhere, failed(400_000, 100_000))).isNull();
  }

  @Test
  void anOpThatEndedIsNotTheOne() {
    String end = "            RuntimeTTNN |   DEBUG | Finished execution of program: main";
    String op = op("", tiled("32x32", "1x1", "dram"));
    assertThat(tensor(op, end, failed(2048, 512))).isNull();
  }

  @Test
  void tensorFlowNamesTheTensorBelowTheAllocatorsFailure() {
    FailedTensor whole =
        tensor(
            "2024-07-12 14:20:01.7: W bfc_allocator.cc:497] Allocator (GPU_1_bfc) ran out of memory"
                + " trying to allocate 1000B (rounded to 1024)requested by op",
            "2024-07-12 14:20:01.7: I bfc_allocator.cc:1] " + "*".repeat(100),
            "W op_kernel.cc:1] OOM when allocating tensor with shape[5,50] and type float on"
                + " /job:localhost by allocator GPU_1_bfc");
    assertThat(whole).isEqualTo(new FailedTensor("5x50", "float", 1000, null, true));
    assertThat(
            tensor(
                "ResourceExhaustedError: OOM when allocating tensor with shape[8,32] and type half"
                    + " on /job:a by allocator GPU_0_bfc [Op:Conv2D]"))
        .isEqualTo(new FailedTensor("8x32", "half", 512, "Conv2D", true));
  }

  @Test
  void theExampleNamesTheTensorOfItsConcat() throws Exception {
    String log = Files.readString(Path.of("../examples/tenstorrent.log"));
    LogRun run = LogRun.of(log);
    run.end();
    assertThat(run.status().failures().newest().get(0).allocation().tensor())
        .isEqualTo(
            new FailedTensor("1x8x152448x128", "bf16", 312_213_504, "modeling_llama.py:132", true));
  }

  @Test
  void aFailureStoredWithoutATensorIsRead() {
    record Before(
        String device,
        String memory,
        Shortage shortage,
        Diagnosis diagnosis,
        @Nullable String where,
        @Nullable String during) {}
    FailedAllocation now =
        new FailedAllocation(
            "0", "DRAM", new Shortage(1, 5L, BankBytes.needed(5)), Diagnosis.UNKNOWN, null, "XOp");
    Before before = new Before("0", "DRAM", now.shortage(), now.diagnosis(), null, now.during());
    assertThat(StateFormat.read(StateFormat.write(before), FailedAllocation.class)).isEqualTo(now);
  }
}
