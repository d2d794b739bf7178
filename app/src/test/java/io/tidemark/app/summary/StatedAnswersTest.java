package io.tidemark.app.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers about logs whose failure leaves to other lines who holds the memory. */
class StatedAnswersTest {

  private static final String REPORT =
      """
      W external/xla/xla/tsl/framework/bfc_allocator.cc:479] Allocator (GPU_0_bfc) ran out of memory trying to allocate 6.00GiB (rounded to 6442450944)requested by op
      E external/xla/xla/pjrt/pjrt_stream_executor_client.cc:2153] Execution of replica 0 failed: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 6442450944 bytes.
      BufferAssignment OOM Debugging.
      BufferAssignment stats:
                   parameter allocation:    1.00GiB
                    constant allocation:         0B
              maybe_live_out allocation:    1.00GiB
           preallocated temp allocation:    6.00GiB
                       total allocation:    7.25GiB
      Peak buffers:
      \tBuffer 1:
      \t\tSize: 2.00GiB
      \t\tOperator: op_name="jit(step)/jit(main)/mul" source_file="/losses.py" source_line=7
      \t\tXLA Label: fusion
      \t\tShape: f32[512,1024,1024]
      \t\t==========================
      """;

  private static final String VLLM =
      """
      Memory profiling results: total_gpu_memory=16.00GiB initial_memory_usage=4.50GiB peak_torch_memory=8.00GiB memory_usage_post_profile=4.50GiB non_torch_memory=0.25GiB kv_cache_size=2.00GiB gpu_memory_utilization=0.90
      The model's max seq len (4096) is larger than the maximum number of tokens that can be stored in KV cache (1024). Try increasing `gpu_memory_utilization` or decreasing `max_model_len` when initializing the engine.
      """;

  private static final String PARTS =
      """
      load_tensors:   CPU_Mapped model buffer size =  6144.00 MiB
      load_tensors:        CUDA0 model buffer size =  4096.00 MiB
      """;

  private static final String TILED =
      """
      Compilation failure: Ran out of memory in memory space hbm. Used 20.00G of 16.00G hbm. Exceeded hbm capacity by 4.00G.

      Program hbm requirement 20.00G:
          HLO temp         20.00G

        Largest program allocations in hbm:

        1. Size: 8.00G
           Operator: op_name="update/FloorMod"
           Shape: s32[2097152,8,4]{2,1,0:T(8,128)}
           Unpadded size: %s
           Extra memory due to padding: %s (32.0x expansion)
           XLA label: %%copy.7 = s32[2097152,8,4]{2,1,0:T(8,128)} copy(%%a)
           Allocation type: HLO temp
           ==========================
      """;

  @TempDir Path folder;

  private String summary(String text) throws IOException {
    return SummaryTest.summary(Files.writeString(folder.resolve("a.log"), text));
  }

  @Test
  void theReportOfAnUnnamedMemoryIsOfTheAllocatorsDevice() throws IOException {
    String summary = summary(REPORT);

    assertThat(summary)
        .contains(
            "OUT OF MEMORY",
            "where       HBM 7.25 GiB",
            "by kind: temporary 6.00 GiB, parameter 1.00 GiB, output 256.0 MiB",
            "by op: (temporary) 4.00 GiB, mul 2.00 GiB")
        .doesNotContain("does not say who held");
  }

  @Test
  void aPlanAnswersForAFailureThatStatesNoFigure() throws IOException {
    assertThat(summary(VLLM))
        .contains(
            "OUT OF MEMORY",
            "where       HBM 10.25 GiB needed of 16.00 GiB",
            "max seq len (4096) is larger",
            "weights and activations 8.00 GiB, KV cache 2.00 GiB, non-torch 256.0 MiB");
  }

  @Test
  void aLargePaddingIsSavedFirst() throws IOException {
    assertThat(summary(TILED.formatted("256.0M", "7.75G")))
        .contains("do          7.75 GiB of copy.7 s32[2097152,8,4] are padding");
    assertThat(summary(TILED.formatted("4.00G", "4.00G"))).doesNotContain("are padding");
  }

  @Test
  void theMemoryOfTheHostFollowsThatOfTheDevice() throws IOException {
    assertThat(summary(PARTS)).contains("where       VRAM 4.00 GiB", "of HOST: capacity unknown");
  }

  @Test
  void whatIsReservedBesideTheUseIsANote() throws IOException {
    String line =
        "[2026-01-02 10:00:00,123] [INFO] [utils.py:801:see_memory_usage] MA 7.5 GB         Max_MA 10.25 GB         CA 10.5 GB         Max_CA %s GB\n";

    assertThat(summary(line.formatted("12")))
        .contains("reserved    at most 12.00 GiB by the allocator, 1.75 GiB above the peak of use");
    assertThat(summary(line.formatted("10.25"))).doesNotContain("reserved");
  }

  @Test
  void aLogWithOneDeviceHasItsSizeUnderEachName() throws IOException {
    String plan =
        """
        time=2025-09-27T10:00:12.519+02:00 level=INFO source=types.go:130 msg="inference compute" id=GPU-72c4 library=cuda variant=v12 compute=8.6 driver=12.4 name="NVIDIA GeForce RTX 3060" total="8.0 GiB" available="7.5 GiB"
        time=2025-09-27T10:00:13.487Z level=INFO source=device.go:240 msg="model weights" device=CUDA0 size="6.0 GiB"
        """;

    assertThat(summary(plan)).contains("where       VRAM 6.00 GiB needed of 8.00 GiB (75.0 %)");
  }
}
