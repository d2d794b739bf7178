package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.FailureText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The line of source that a Python traceback names for a failed allocation. */
class TracebackTest {

  private static final String ERROR =
      "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total"
          + " capacity of 23.64 GiB of which 1.30 GiB is free.";

  private static final String NO_ROOM =
      "Out of Memory: Not enough space to allocate 96 B DRAM buffer across 12 banks, where each"
          + " bank needs to store 8 B";

  private static final String FRAMES =
      """
      Traceback (most recent call last):
        File "/home/u/train.py", line 88, in <module>
          main()
        File "/home/u/.venv/lib/python3.11/site-packages/torch/nn/modules/module.py", line 1553, in _call_impl
          return self._call_impl(*args, **kwargs)
        File "/home/u/.venv/lib/python3.11/site-packages/transformers/models/llama/modeling_llama.py", line 431, in forward
          weights = nn.functional.softmax(scores, dim=-1)
                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        File "/home/u/.venv/lib/python3.11/site-packages/torch/nn/functional.py", line 1890, in softmax
          ret = input.softmax(dim, dtype=dtype)
                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      """;

  private static final String PLACE =
      "transformers/models/llama/modeling_llama.py:431 in forward: weights ="
          + " nn.functional.softmax(scores, dim=-1)";

  /** What failed, read at once; line by line with a restart after each it is the same. */
  private static List<String> whats(String log) {
    LogRun whole = LogRun.of(log);
    whole.end();
    LogRun lines = LogRun.lineByLine(log);
    lines.end();
    assertThat(lines.status().failures()).isEqualTo(whole.status().failures());
    return whole.status().failures().newest().stream()
        .map(failure -> String.valueOf(FailureText.what(failure.allocation())))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ERROR 11-26 10:00:00 [core.py:708] ",
        "[rank0]: ",
        "2026-11-26T10:00:00.123456789Z stderr F "
      })
  void theInnermostFrameOutsideTheLibraries(String prefix) {
    String log = (FRAMES + ERROR + "\n").replaceAll("(?m)^(?=.)", prefix);

    assertThat(whats(log)).containsExactly(PLACE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2026-02-03 04:05:06.000 | critical |          Always | TT_FATAL: " + NO_ROOM + "\n",
      })
  void anExceptionOfTtMetal(String logged) {
    String raised = "RuntimeError: TT_FATAL @ /x/bank_manager.cpp:462: false\ninfo:\n" + NO_ROOM;
    String again = "\nTraceback (most recent call last):\n  File \"/home/u/serve.py\", line 9\n";

    assertThat(whats(logged + FRAMES + raised + again + raised + "\n")).containsExactly(PLACE);
  }

  @Test
  void foldersOfWindows() {
    String log =
        FRAMES
            .replace("/home/u/.venv/lib/python3.11/", "C:/Python/Lib/")
            .replace("weights = nn.", "run(nn.")
            .replace("ret = ", "return ");
    String threads = "  File \"C:/Python/Lib/threading.py\", line 9, in run\n    self.go()\n";

    assertThat(whats((log + threads).replace('/', '\\') + ERROR + "\n"))
        .containsExactly(PLACE.replace("weights = nn.", "run(nn."));
  }

  @Test
  void whatIsDoneWithTheExceptionIsNoOtherPlace() {
    String again =
        "\nDuring handling of the above exception, another exception occurred:\n\n"
            + "Traceback (most recent call last):\n"
            + "  File \"/home/u/serve.py\", line 9, in <module>\n    start()\n"
            + "RuntimeError: engine failed: "
            + ERROR
            + "\n";

    assertThat(whats(FRAMES + ERROR + "\n" + again)).containsExactly(PLACE);
  }

  @Test
  void aFailureThatWasLoggedBeforeGetsThePlaceOfItsRepetition() {
    String logged = "ERROR 11-26 10:00:00 [core.py:708] " + ERROR + "\n";

    assertThat(whats(logged + FRAMES + ERROR + "\n")).containsExactly(PLACE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      textBlock =
          """
          <ipython-input-5-0f1e> in <module>()    = <ipython-input-5-0f1e>:3: loss f(x)
          Cell In[5], line 3                      = Cell In[5]:3: loss f(x)
          Input In [5], in <cell line: 3>()       = Input In [5]:3: loss f(x)
          /tmp/ipykernel_7/9.py in <module>       = /tmp/ipykernel_7/9.py:3: loss f(x)
          """)
  void aNotebooksCellIsNoLibrary(String cell, String place) {
    String log =
        """
        XlaRuntimeError                           Traceback (most recent call last)
        %s
              1 x = 1
        ----> 3 loss f(x)

        /usr/lib/python3/dist-packages/flax/linen/module.py in __call__(self, x)
        --> 114 return self.apply(x)

        /usr/local/lib/python3.6/dist-packages/six.py in raise_from(value, from_value)

        """;

    assertThat(whats(log.formatted(cell) + "Out" + ERROR.substring("torch.Out".length()) + "\n"))
        .containsExactly(place);
  }

  @Test
  void aProgressBarBeforeItStatesNothing() {
    String bar =
        "     Epoch   gpu_mem       box       obj       cls    labels  img_size\n"
            + "     7/299     2.25G   0.08753   0.06357   0.02714        88       640:"
            + "  65%|██▌ | 5/8 [00:02<00:00,  3.80it/s]";

    assertThat(whats(bar + FRAMES + ERROR + "\n")).containsExactly(PLACE);
  }

  @Test
  void framesOfIpython() {
    String log =
        """
        ---------------------------------------------------------------------------
        OutOfMemoryError                          Traceback (most recent call last)
        Cell In[5], line 3
              1 model.train()
        ----> 3 loss = model(x).loss

        File ~/demo/attention.py:57, in Attention.forward(self, x)
             55 q = self.q(x)
        ---> 57 scores = q @ k

        File /opt/conda/lib/python3.10/site-packages/torch/nn/modules/linear.py:114, in Linear.forward(self, input)
        --> 114 return F.linear(input, self.weight, self.bias)

        """;

    assertThat(whats(log + "Out" + ERROR.substring("torch.Out".length()) + "\n"))
        .containsExactly("~/demo/attention.py:57 in forward: scores = q @ k");
  }

  @Test
  void framesOfIpythonBefore8() {
    String log =
        """
        RuntimeError                              Traceback (most recent call last)
        <ipython-input-14-0a1b2c3d4e5f> in <module>
              1 for x in data:
        ----> 2     loss = model(x)

        /usr/local/lib/python3.7/dist-packages/transformers/modeling_bert.py in forward(self, hidden)
            254         key = self.key(hidden)
        --> 255         scores = torch.matmul(query, key)

        /usr/local/lib/python3.7/dist-packages/torch/nn/functional.py in softmax(input, dim)
        -> 1512         ret = input.softmax(dim)

        """;
    String error =
        "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 15.75 GiB total"
            + " capacity; 12.00 GiB already allocated; 1.00 GiB free; 13.00 GiB reserved in total by"
            + " PyTorch)";

    assertThat(whats(log + error + "\n"))
        .containsExactly(
            "transformers/modeling_bert.py:255 in forward: scores = torch.matmul(query, key)");
  }

  @Test
  void aFailureFarBelowHasNoPlace() {
    assertThat(whats(FRAMES + "ValueError: no\n" + "step done\n".repeat(20) + ERROR + "\n"))
        .containsExactly("null");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ModuleNotFoundError: No module named 'x'", "KeyError: 7"})
  void aCaughtExceptionIsNotThatOfTheNextFailure(String caught) {
    assertThat(whats(FRAMES + caught + "\nusing the slow path\n" + ERROR + "\n"))
        .containsExactly("null");
  }

  @Test
  void whatACaughtExceptionOfThisKindSaysEndsWithItsNextLine() {
    String caught = "RuntimeError: Failed to import flash_attn\nstep 1\nstep 2\n";

    assertThat(whats(FRAMES + caught + ERROR + "\n")).containsExactly("null");
  }

  @Test
  void anotherFailureBelowHasNoPlaceOfItsOwn() {
    String host =
        "RuntimeError: [enforce fail at alloc_cpu.cpp:117] . DefaultCPUAllocator: can't allocate"
            + " memory: you tried to allocate 4294967296 bytes.\n";

    assertThat(whats(FRAMES + ERROR + "\nthen on the host\n" + host))
        .containsExactlyInAnyOrder(PLACE, "null");
  }

  @Test
  void ranksThatFailLineByLineHaveEachTheirOwn() {
    String other = FRAMES.replace("modeling_llama.py\", line 431", "modeling_llama.py\", line 77");
    StringBuilder log = new StringBuilder();
    List<String> first = (FRAMES + ERROR).lines().toList();
    List<String> second = (other + ERROR.replace("GPU 0", "GPU 1")).lines().toList();
    for (int i = 0; i < first.size(); i++) {
      log.append("[rank0]: ").append(first.get(i)).append('\n');
      log.append("[rank1]: ").append(second.get(i)).append('\n');
    }
    LogRun run = LogRun.of(log.toString());
    run.end();

    assertThat(
            run.runs.values().stream()
                .flatMap(status -> status.failures().newest().stream())
                .map(failure -> FailureText.what(failure.allocation())))
        .containsExactly(PLACE, PLACE.replace(":431 ", ":77 "));
  }

  @Test
  void literalsOfTheCodeMayBeSecrets() {
    String log = FRAMES.replace("softmax(scores, dim=-1)", "softmax(scores, key=\"sk-live-7\")");

    assertThat(whats(log + ERROR + "\n").get(0)).endsWith("softmax(scores, key='…')");
  }

  /** A quadratic pattern takes 4 ms for each of these. */
  @Test
  @Timeout(60)
  void aHostilePathTakesNoLonger() {
    String frame = "  File \"" + "/".repeat(480) + "\", line 1, in f\n";
    String log = ("Traceback (most recent call last):\n" + frame).repeat(20_000) + ERROR + "\n";
    LogRun run = LogRun.of(log);
    run.end();

    assertThat(run.status().failures().count()).isOne();
  }

  @Test
  void theTextOfAnExceptionMayStandOnItsNextLines() {
    String head = "RuntimeError: Exception during training, see below\n\n";

    assertThat(whats(FRAMES + head + ERROR + "\n")).containsExactly(PLACE);
  }

  @Test
  void theSourceIsNoPartOfTheReason() {
    LogRun run = LogRun.of(FRAMES + ERROR + "\n");
    run.end();
    FailedAllocation failed = run.status().failures().newest().get(0).allocation();

    assertThat(FailureText.why(failed))
        .isEqualTo("An allocation needed 2.00 GiB; 1.30 GiB were free: not enough free");
  }
}
