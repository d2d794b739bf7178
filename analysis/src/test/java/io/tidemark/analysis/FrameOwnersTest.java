package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidemark.analysis.message.Catalogue;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.run.RunFailures;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The advice for the owner of a failed request, whom a frame, an op or a line behind it names. */
class FrameOwnersTest {

  private static final String ERROR =
      "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total"
          + " capacity of 23.64 GiB of which 1.30 GiB is free.\n";

  private static final String NO_ROOM =
      "Out of Memory: Not enough space to allocate 96 B DRAM buffer across 12 banks, where each"
          + " bank needs to store 8 B\n";

  /** The advice of each failure, read at once; line by line with a restart after each the same. */
  private static List<String> advice(String log) {
    LogRun whole = LogRun.of(log);
    whole.end();
    LogRun lines = LogRun.lineByLine(log);
    lines.end();
    RunFailures failures = whole.status().failures();
    assertThat(lines.status().failures()).isEqualTo(failures);
    Stream<FailedAllocation> refused =
        failures.refused() == null
            ? Stream.of()
            : failures.refused().newest().stream().map(one -> one.allocation());
    return Stream.concat(failures.newest().stream().map(one -> one.allocation()), refused)
        .map(failed -> String.valueOf(failed.advice()))
        .toList();
  }

  private static String frames(String... frames) {
    StringBuilder text = new StringBuilder("Traceback (most recent call last):\n");
    for (String frame : frames) {
      String[] parts = frame.split(" \\| ", -1);
      text.append("  File \"%s\", line 9, in %s\n".formatted(parts[0], parts[1]));
      if (parts.length > 2) {
        text.append("    ").append(parts[2]).append("\n    ^^^^^\n");
      }
    }
    return text.toString();
  }

  private static final String SITE = "/opt/venv/lib/python3.12/site-packages/";

  @ParameterizedTest
  @ValueSource(strings = {"", "[rank0]: ", "(EngineCore pid=7) ERROR 11-26 10:00:00 [core.py:8] "})
  void theInnermostFrameThatHasAnOwnerCounts(String prefix) {
    String log =
        frames(
                "train.py | <module> | loss.backward()",
                "train.py | step | loss = model(batch)",
                SITE + "transformers/models/llama/modeling_llama.py | forward | x = self.norm(x)",
                SITE
                    + "transformers/models/llama/modeling_llama.py | forward | loss ="
                    + " F.cross_entropy(logits, labels)",
                SITE + "torch/nn/functional.py | other | return torch._C._nn.other(a, b)")
            + ERROR;

    assertThat(advice(log.replaceAll("(?m)^(?=.)", prefix)))
        .singleElement()
        .asString()
        .startsWith("The logits are as large as tokens times vocabulary");
  }

  @Test
  void whatRunsWithinAPhaseIsThePhases() {
    String attention =
        SITE + "torch/nn/functional.py | attend | scaled_dot_product_attention(q, k, v)";

    assertThat(
            advice(
                frames(SITE + "vllm/v1/worker/gpu_model_runner.py | capture_model", attention)
                    + ERROR))
        .singleElement()
        .asString()
        .startsWith("Graphs are captured beside what vLLM reserves")
        .doesNotContain("sequence", "max_model_len");
    assertThat(advice(frames("serve.py | capture_models", attention) + ERROR))
        .singleElement()
        .asString()
        .startsWith("Attention's scores grow with the square of the sequence");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          train.py ; fit ; optimizer.step()                                    | The optimizer makes its states
          train.py ; fit ; for step in steps:                                  | null
          /v/site-packages/torch/distributed/fsdp/_flat_param.py ; flatten     | FSDP gathers a unit
          /v/site-packages/vllm/device_allocator/cumem.py ; wake_up            | Waking takes back
          run.py ; main ; m = AutoModel.from_pretrained(name)                  | The weights do not fit
          train.py ; sync ; dist.all_reduce(t)                                 | NCCL's buffers
          load.py ; main ; p = jax.device_put(p)                               | A whole array is put on one device
          C:\\ComfyUI\\comfy\\model_management.py ; cast_to ; t.to(device)     | ComfyUI moves a model
          """)
  void eachOwnerHasASentence(String frame, String sentence) {
    assertThat(advice(frames(frame.strip().replace(" ; ", " | ")) + ERROR))
        .singleElement()
        .asString()
        .startsWith(sentence)
        .doesNotContain("batch");
  }

  @Test
  void aFrameOfAnotherExceptionIsNoOwner() {
    String other = frames("train.py | fit | optimizer.step()") + "KeyError: 'x'\n";

    assertThat(advice(other + "a line\nanother\n" + ERROR)).containsExactly("null");
    assertThat(advice(other + "\nDuring handling of it:\n\n" + frames("a.py | f | g()") + ERROR))
        .containsExactly("null");
  }

  @Test
  void aRepetitionAddsTheOwnerThatTheFirstTextLacks() {
    assertThat(advice(ERROR + frames("train.py | fit | optimizer.step()") + ERROR))
        .singleElement()
        .asString()
        .startsWith("The optimizer");
  }

  @Test
  void theAdviceOfAMessageIsBetterThanThatOfAFrame() {
    String own =
        "ValueError: No available memory for the cache blocks. Try increasing"
            + " `gpu_memory_utilization` when initializing the engine.\n";

    assertThat(advice(frames(SITE + "vllm/v1/worker/gpu_worker.py | load_model") + own))
        .singleElement()
        .asString()
        .startsWith("Give the cache more of the memory (gpu_memory_utilization");
    assertThat(
            advice(
                frames(SITE + "vllm/v1/worker/gpu_worker.py | load_model")
                    + ERROR.replace(
                        "free.\n", "free. If this problem persists, try setting VLLM_X=0\n")))
        .containsExactly("The program's own advice: try setting VLLM_X=0.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "E       "})
  void aBacktraceBelowTheTextNamesTheOwner(String prefix) {
    String raised =
        "RuntimeError: TT_FATAL @ /x/bank_manager.cpp:462: false\ninfo:\n"
            + NO_ROOM
            + "backtrace:\n --- /x/libtt_metal.so(+0x2b0d) [0x7f]\n"
            + " --- ttnn::prim::tilize_with_val_padding(tt::tt_metal::Tensor const&)\n"
            + " --- tt::runtime::ttnn::operations::cache::run(tt::target::ttnn::LoadCachedOp"
            + " const*)\n";

    assertThat(advice(raised.replaceAll("(?m)^(?=.)", prefix)))
        .singleElement()
        .asString()
        .startsWith("A tile holds 32 x 32 elements");
  }

  @Test
  void aRefusalKeepsItsOwnerWhenItEndsTheRunAndIsCountedOnce() {
    String refused =
        "2026-02-03 04:05:06.000 | critical |          Always | TT_FATAL: "
            + NO_ROOM
            + " --- ttnn::permute(tt::tt_metal::Tensor const&)\n";
    String on = "step 7/9 loss=0.5 3.2it/s\nstep 8/9 loss=0.4 3.2it/s\n";

    assertThat(advice(refused + refused + on)).hasSize(1).allMatch(a -> a.startsWith("A tile"));
    assertThat(advice(refused + "Aborted (core dumped)\n")).allMatch(a -> a.startsWith("A tile"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          alloc_tensor_range: failed to allocate CUDA0 buffer of size 96\\nllama_model_load: error loading model: unable to allocate CUDA0 buffer | The weights
          ggml_gallocr_reserve_n: failed to allocate CUDA0 buffer of size 96\\ngraph_reserve: failed to allocate compute buffers | The buffers of a step
          alloc_tensor_range: failed to allocate CUDA0 buffer of size 96\\nllama_kv_cache_init: failed to allocate buffer for kv cache | The KV cache
          srv load_model: exiting due to model loading error | null
          """)
  void llamaNamesTheBufferBehindIt(String behind, String sentence) {
    String log =
        "ggml_backend_cuda_buffer_type_alloc_buffer: allocating 1536.00 MiB on device 0:"
            + " cudaMalloc failed: out of memory\n";

    assertThat(advice(log + behind.replace("\\n", "\n") + "\n"))
        .singleElement()
        .asString()
        .startsWith(sentence);
  }

  @Test
  void theLargestBufferOfAReportNamesTheOwner() {
    String log =
        """
        jaxlib.XlaRuntimeError: RESOURCE_EXHAUSTED: Ran out of memory in memory space hbm. Used 18.75G of 15.75G hbm. Exceeded hbm capacity by 3.00G.

        Total hbm usage >= 18.75G:
            reserved        0B
            program      18.75G
            arguments        0B

          Largest program allocations in hbm:

          1. Size: 2.00G
             Operator: op_name="jit(step)/jit(main)/h/0/mlp/dot_general"
             Shape: bf16[32,4096,4096]{1,2,0}
             Unpadded size: 2.00G
             Allocation type: HLO temp
             ==========================

          2. Size: 2.00G
             Operator: op_name="jit(step)/jit(main)/h/1/self_attention/dot_general"
             Shape: bf16[32,4096,4096]{1,2,0}
             Unpadded size: 2.00G
             Allocation type: HLO temp
             ==========================

        """;

    assertThat(advice(log)).singleElement().asString().startsWith("Attention's scores");
    assertThat(advice(log.replace("self_attention", "mlp"))).containsExactly("null");
  }

  private static final String OWN =
      """
      writer = "own"
      message = []

      [[frame]]
      name = "mixer"
      calls = ['own/mixer.py … in mix()']
      phase = true
      advice = "Mix less."
      examples = ['  File "/x/own/mixer.py", line 3, in mix']
      not = ['  File "/x/own/mixer.py", line 3, in remix']
      """;

  private static Catalogue with(String file) {
    return Catalogue.builtInAnd(Map.of("own.toml", file.getBytes(UTF_8)));
  }

  @Test
  void theFramesOfAUserAreAskedFirst() {
    assertThat(with(OWN).frames().ofText("  File \"/own/mixer.py\", line 3, in mix"))
        .isEqualTo("Mix less.");
    assertThat(
            with(OWN.replace("in mix()", "in mix()', 'torch/optim/"))
                .frames()
                .ofText("  File \"/torch/optim/adam.py\", line 3, in step"))
        .isEqualTo("Mix less.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '#',
      value = {
        "in remix'~in mix'~not \"  File \"/x/own/mixer.py\", line 3, in mix\": it leads there",
        "line 3, in mix'~line 3, in max'~leads to null",
        "own/mixer.py … in mix()~mix()~\"mix()\": want at least 6 characters",
        "calls = ['own/mixer.py … in mix()']~~neither calls nor says",
        "['  File \"/x/own/mixer.py\", line 3, in mix']~[]~no example",
        "phase = true~phases = true~no such key, want one of [name, calls",
      })
  void aFrameOfAUserIsChecked(String from, String to, String complaint) {
    String wrong = OWN.replace(from, to == null ? "" : to);

    assertThat(wrong).isNotEqualTo(OWN);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> with(wrong))
        .withMessageContaining("own.toml: ")
        .withMessageContaining(complaint);
  }
}
