package io.tidemark.app.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.Analysed;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SummaryTest {

  private static final String TRAIL =
      """

       Pre-Fusion nodes: 66\s
       Post-Fusion nodes: 50
      Will execute static memory planning with flag: enabled

      Computed backing buffers with v1: 6
      Static memory planning
      """;

  @TempDir Path folder;

  private String summary(String text) throws IOException {
    return summary(Files.writeString(folder.resolve("lib_gen.log"), text));
  }

  static String summary(Path log) throws IOException {
    LogAtRest atRest = LogAtRest.of(List.of(log), Settings.DEFAULT).get(0);
    return Summary.of(Analysed.of(atRest, outcome -> {}).board(), 0);
  }

  @Test
  void aTrailWithoutItsPlanSaysWhereThePlanIs() throws IOException {
    assertThat(summary(TRAIL)).contains("generated/MODEL/memory_allocation_MODEL.json");
    assertThat(summary(TRAIL + "[]\n")).doesNotContain("memory_allocation");
  }

  private static String before(String operation, String kind, int usedMib) {
    return """
    Always | DEBUG | Executing operation: %s loc("x")
    Always | DEBUG | Device memory state before operation %s
    Always | DEBUG | Device DRAM memory state: MemoryView{numBanks: 12, \
    totalBytesPerBank: 1000.000 MB, totalBytesAllocatedPerBank: %d.000 MB, \
    totalBytesFreePerBank: %d.000 MB, largestContiguousBytesFreePerBank: 1.000 MB}
    """
        .formatted(operation, kind, usedMib, 1000 - usedMib);
  }

  private static String makes(String name, String kind, int usedMib) {
    return before(
        name
            + " = \"ttnn.x\"() : () -> tensor<32x32xbf16, #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>,"
            + " memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>",
        kind,
        usedMib);
  }

  private static String frees(String name, int usedMib) {
    return before("\"ttnn.deallocate\"(" + name + ") : (x) -> ()", "DeallocateOp", usedMib);
  }

  @Test
  void freedBytesOfAnUnknownProducerAreNobodysAtThePeak() throws IOException {
    String end = makes("%3", "LastOp", 500);

    String known =
        summary(makes("%1", "AddOp", 0) + frees("%1", 300) + makes("%2", "MulOp", 100) + end);
    String unknown =
        summary(makes("%1", "AddOp", 0) + frees("%7", 300) + makes("%2", "MulOp", 100) + end);

    assertThat(known).contains("by op: MulOp 4.69 GiB, AddOp 1.17 GiB\n");
    assertThat(unknown.replaceAll("\\s+", " "))
        .contains("by op: MulOp 4.69 GiB, AddOp 3.52 GiB, less 2.34 GiB freed of unknown holders");
  }

  /** An error states a peak above all snapshots, the last of which is not the highest. */
  @Test
  void whatWasFreedBeforeTheLastSnapshotDoesNotFillThePeak() throws IOException {
    String failed =
        """
        2026-01-12 10:24:10.404 | critical | Always | TT_FATAL: Out of Memory: Not enough space to \
        allocate 12582912 B DRAM buffer across 12 banks, where each bank needs to store 1048576 B, \
        but bank size is 1048576000 B (allocated: 943718400 B, free: 104857600 B, largest free \
        block: 524288 B)
        """;
    String rising = makes("%1", "AddOp", 0) + makes("%2", "MulOp", 300);

    assertThat(summary(rising + makes("%3", "LastOp", 500) + failed).replaceAll("\\s+", " "))
        .contains(
            "fills by op: (after the last snapshot) 4.69 GiB, AddOp 3.52 GiB, MulOp 2.34 GiB");
    assertThat(
            summary(rising + frees("%1", 500) + makes("%3", "LastOp", 200) + failed)
                .replaceAll("\\s+", " "))
        .contains(
            "fills by op: (after the last snapshot) 8.20 GiB, (at the last snapshot) 2.34 GiB fits",
            "DRAM 10.55 GiB of");
  }

  @Test
  void aPlanThatIsOnlyASumIsFilledByNobodyAndKindsAreSaidOnce() throws IOException {
    String failed = "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 4096 bytes.\n";
    String statistics =
        """
        BufferAssignment OOM Debugging.
        BufferAssignment stats:
                     parameter allocation:    6.00MiB
        """;
    String output = "             maybe_live_out allocation:    6.00MiB\n";
    String total = "                   total allocation:   12.00MiB\n";

    assertThat(summary(failed + statistics + total)).contains("12.0 MiB").doesNotContain("fills");
    assertThat(summary(failed + statistics + output + total))
        .contains("fills       by kind: output 6.00 MiB, parameter 6.00 MiB\n")
        .doesNotContain("by op:");
  }

  @Test
  void aPlanThatIsTheSizeOfItsMemoryAloneSaysNothingOfAFit() throws IOException {
    String size = "llama_model_load_from_file_impl: using device CUDA0 (Sample) - 8192 MiB free\n";
    String weights = "load_tensors:        CUDA0 model buffer size =  2048.00 MiB\n";

    assertThat(summary(size)).contains("   done   ").doesNotContain("where", "fits");
    assertThat(summary(size + weights)).contains("   fits   ", "2.00 GiB of 8.00 GiB");
  }

  private static String uses(double first, double second) {
    String use = "Using (GB) %.2f / 95.74 (46.615834%%) on TPU_%d(process=0,(0,0,0,0))\n";
    return use.formatted(first, 0) + use.formatted(second, 1);
  }

  @Test
  void ofEqualDevicesTheFullestLeadsAndEachIsNamed() throws IOException {
    assertThat(summary(uses(20, 22) + uses(28.7, 40.7)))
        .contains("where       HBM of device 1 40.70 GiB of 95.74 GiB (42.5 %)\n")
        .contains("also        HBM of device 0 28.70 GiB of 95.74 GiB (30.0 %)\n");
    // Devices that grow alike do not take turns.
    assertThat(summary(uses(20, 20.1))).contains("where       HBM of device 0 20.00 GiB");
    assertThat(summary(uses(20.1, 20))).contains("where       HBM of device 0 20.10 GiB");
  }

  @Test
  void anAllocationThatFailedAlthoughEnoughWasFreeNeedsNoSmallerBatch() throws IOException {
    String error =
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate %s. GPU 0 has a total"
            + " capacity of 23.65 GiB of which %s is free. Process 7 has 14.00 GiB memory in"
            + " use. Of the allocated memory %s is allocated by PyTorch, and %s is reserved by"
            + " PyTorch but unallocated.\n";

    assertThat(summary(error.formatted("12.50 MiB", "9.28 GiB", "8.57 MiB", "4.68 MiB")))
        .contains("do          As much was free when the error was written");
    assertThat(summary(error.formatted("2.00 MiB", "9.28 GiB", "4.00 GiB", "9.98 GiB")))
        .contains("9.28 GiB were free, cause unknown");
    // It asks the device for a whole segment.
    assertThat(summary(error.formatted("2.00 MiB", "2.56 MiB", "4.00 GiB", "9.98 GiB")))
        .contains("2.56 MiB were free: fragmented");
  }

  @Test
  void flatStepsAreNoNewHighs() throws IOException {
    String step =
        "[titan] 2026-02-24 10:00:%02d,088 - root - INFO - step: %d  loss:  7.6  memory: %.2fGiB"
            + "(42.21%%)  tps: 12\n";
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      log.append(step.formatted(i, i, 40.10));
    }
    assertThat(summary(log.toString()))
        .contains("HBM 40.10 GiB of 95.00 GiB (42.2 %)")
        .doesNotContain("trend");
  }

  @Test
  void whatPadsTheBuffersOfThePeakIsSaid() throws IOException {
    Path dump = Samples.path("../cases/xla/dumps/v3_pad.log").resolveSibling("v3_pad");
    try (Stream<Path> files = Files.list(dump)) {
      LogAtRest plan = LogAtRest.of(files.sorted().toList(), Settings.DEFAULT).get(0);

      assertThat(Summary.of(Analysed.of(plan, outcome -> {}).board(), 0))
          .contains("at the peak: copy.3{} 266.0 MiB with 36.9 MiB padding, fusion{} 266.0 MiB");
    }
  }

  @Test
  void devicesThatFailedAreNamedAndAPlanWithoutBuffersHasNoPeak() throws IOException {
    String failed =
        """
        2025-03-14 21:29:0%1$d.854478: W external/xla/xla/tsl/framework/bfc_allocator.cc:501] \
        Allocator (GPU_%1$d_bfc) ran out of memory trying to allocate 3.50GiB (rounded to \
        3758096384)requested by op
        """;
    String summary =
        summary(
            """
            2025-03-14 21:28:48.476592: W external/xla/xla/hlo/transforms/simplifiers/\
            hlo_rematerialization.cc:3021] Can't reduce memory use below 20.00GiB (21474836480 \
            bytes) by rematerialization; only reduced to 38.25GiB (41070624768 bytes), down from \
            38.25GiB (41070624768 bytes) originally
            """
                + failed.formatted(0)
                + failed.formatted(1));

    assertThat(summary)
        .contains("why         HBM of device 1: An allocation needed 3.50 GiB")
        .contains("failed      HBM of device 0: An allocation needed 3.50 GiB")
        .contains("38.25 GiB of 20.00 GiB (191.3 %), no buffers listed")
        .doesNotContain("0 placed", "at step 0");
    assertThat(summary(failed.formatted(0)))
        .contains("why         HBM: An allocation")
        .contains("XLA_FLAGS=--xla_dump_to");
  }

  @Test
  void workersWithTheSameReasonAreDescribedOnce() throws IOException {
    String failed =
        """
        [rank%d]: 2025-03-14 21:29:02.854478: W external/xla/xla/tsl/framework/bfc_allocator.cc:501] \
        Allocator (GPU_0_bfc) ran out of memory trying to allocate %s (rounded to %d)requested by op
        """;

    String summary =
        summary(
            failed.formatted(0, "3.50GiB", 3758096384L)
                + failed.formatted(1, "3.50GiB", 3758096384L)
                + failed.formatted(2, "4.50GiB", 4831838208L));

    assertThat(summary.lines().filter(line -> line.startsWith("why ")))
        .containsExactlyInAnyOrder(
            "why         HBM: An allocation needed 3.50 GiB, cause unknown",
            "why         HBM: An allocation needed 4.50 GiB, cause unknown");
    assertThat(summary.lines().filter(line -> line.startsWith("lib_gen.log#"))).hasSize(3);
  }

  /** The formats are named as those of the analysis. */
  @Test
  void aLogWithoutFiguresSaysWhatToSwitchOn() throws IOException {
    assertThat(summary("Always | DEBUG | Executing operation: %0 = \"ttnn.add\"() loc(\"x\")\n"))
        .contains("Memory lines are off", "TT_RUNTIME_DEBUG=ON", "tt-train", "--track_memory");
    assertThat(summary("; action = lmem_assign; step = other\n"))
        .contains("Placement records are off");
  }

  @ParameterizedTest
  @CsvSource({
    "ttxla_mochi_conv1_norm2_program_level_plain.log, Peaks within a program, Layers and tensors",
    "ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log, Layers and tensors, Peaks within a program"
  })
  void whatMoreALogOfFewerLinesWouldSayIsSaid(String log, String said, String silent)
      throws IOException {
    String sample = new String(Samples.bytes("tenstorrent/" + log), StandardCharsets.UTF_8);

    assertThat(summary(sample)).contains(said).doesNotContain(silent);
  }
}
