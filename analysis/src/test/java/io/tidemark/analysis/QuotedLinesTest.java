package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.run.Killed;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunStatus;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of a runtime that people and other programs quote are not genuine. */
public class QuotedLinesTest {

  static final String TEXT =
      "Out of Memory: Not enough space to allocate 96 B DRAM buffer across 12 banks, where each"
          + " bank needs to store 8 B, but bank size is 7 B (allocated: 6 B, free: 1 B, largest"
          + " free block: 1 B)";

  static final String FATAL =
      "2026-06-19 09:32:58.266 | critical |          Always | TT_FATAL: " + TEXT + " (a.hpp:104)";

  static final String BLOCK =
      "{TT_FATAL @ /x/bank_manager.cpp:462: false\ninfo:\n" + TEXT + "\nbacktrace:";

  static final String HEAD = "                 Always |     INFO | ";

  static final String SNAPSHOT =
      "Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: 100.000 MB,"
          + " totalBytesAllocatedPerBank: 99.000 MB, totalBytesFreePerBank: 1.000 MB,"
          + " largestContiguousBytesFreePerBank: 1.000 MB}";

  private static final String START =
      "2026-01-12 10:24:04.436 (   0.000s) [        E2DEE000]   plugin_attributes.cc:60       1|"
          + " PluginAttributes::PJRT_Plugin_Initialize";

  static final String XLA =
      "jax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: Ran out of memory on HBM, the total memory"
          + " required for HLO temporaries (45.02G) exceeds available HBM (15.75G).";

  static final String BFC =
      "2024-07-12 14:20:01.747531: W tsl/framework/bfc_allocator.cc:497] Allocator (GPU_0_bfc) ran"
          + " out of memory trying to allocate 16.00MiB (rounded to 16777216)requested by op a";

  static final String PLACED =
      "; action = lmem_assign; debug_range = all; step = dump_lmem_assign_result;"
          + " tag = iteration_result; remark = \"x\"; status = success;"
          + " lmem_type = LMEM_WEIGHT; op_type = top.Weight; op_name = a; addr = 0x00000000;"
          + " size = 64; timestep_start = 0; timestep_end = 1; hold_in_lmem = 0; one_loop = 0;"
          + " shape_secs = 1,1,1,1,1";

  static final String TRAINER = "=== Memory Usage Summary ===";
  private static final String TRACED = "[kNodeBufferAllocate] Found buffer: size: 4096 device: 0";

  private static final String ZANT =
      "[{\"name\":\"a\",\"size\":4,\"backing_buffer\":{\"id\":0,\"size\":4,\"element_type\":\"f32\","
          + "\"start_borrow\":0,\"end_borrow\":1}}]";

  private static final String TFLM = "0 (id=0): size=64, offset=0, first_used=0 last_used=1";

  private static final String TORCH =
      "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 96.00 MiB. GPU 0 has a total"
          + " capacity of 4.00 GiB of which 24.00 MiB is free.";

  private static final String TVM =
      "[20:46:58] /tvm/src/runtime/memory/memory_manager.cc:115: InternalError: storage allocation"
          + " failure, attempted to allocate 4096 at offset 0 in region that is 1024bytes";

  private static final String QNN =
      "     0.0ms [ ERROR ] QnnDsp <E> \"_norm1\" generated: Requires 0x2000 bytes of TCM, which is"
          + " greater than the TCM size of 0x1000!";

  private static final String REPORT =
      """
      Total hbm usage >= 20.00G:
          reserved        530.00M
          program          18.00G
      Output size 1.00G; shares 0B with arguments.
      Program hbm requirement 18.00G:
          HLO temp 17.00G""";

  private static final String PROFILE =
      "[bmprofile] global_layer: layer_id=1 layer_type=Conv layer_name=a";

  @Test
  void theFirstFailureThatALogQuotesIsKeptButNotCounted() {
    String other = FATAL.replace("allocate 96 B", "allocate 108 B");
    LogRun run = LogRun.of(("> " + FATAL + "\n> " + other + "\n").getBytes(UTF_8));
    RunFailures failures = run.runs.firstEntry().getValue().failures();
    assertThat(failures.quoted().shortage().neededBytes()).isEqualTo(96);
    assertThat(failures.quoted().bank().largestFreePerBank()).isOne();
    assertThat(failures.count()).isZero();
    assertThat(failures.refused()).isNull();
    assertThat(run.alerts).isEmpty();
    LogRun said = LogRun.of(("> " + HEAD + SNAPSHOT + "\n").getBytes(UTF_8));
    assertThat(said.runs.firstEntry().getValue().failures()).isEqualTo(RunFailures.NONE);
  }

  /** Lines of every system, each of which would be published on its own. */
  private static final List<String> SAID =
      List.of(
          FATAL,
          BLOCK,
          HEAD + SNAPSHOT,
          START,
          XLA,
          BFC,
          PLACED,
          TRAINER,
          TRACED,
          ZANT,
          TFLM,
          TORCH,
          PROFILE);

  static Stream<String> quotations() {
    return Stream.of(
        "> %s",
        "│ %s",
        "    > %s",
        "+%s",
        "-%s",
        "train.log:12:%s",
        "train.log-12-%s",
        "user: %s",
        "INFO 11-22 05:54:09 [logger.py:39] Received request: prompt: %s",
        "INFO:     10.0.0.1:5 - user asked: why %s",
        "I1122 05:54:09.123456   77 server.py:88] %s",
        "2026-11-22 05:54:09,123 - INFO - user asked: %s",
        "[2026-11-22 05:54:09] chat: \"%s\"",
        "{\"level\":\"info\",\"msg\":\"prompt: %s\"}",
        "{\"level\":\"info\",\"prompt\":\"%s\"}",
        "<p>%s</p>",
        "<pre><code>%s",
        "| %s | what does it mean? |",
        "* `%s`",
        "prompt='%s'",
        "ValueError(\"%s\")",
        "E       assert '%s' in 'ok'",
        "  Actual: \"%s\"",
        " 7/12 Test  #7: message ...***Failed  Regex=[%s]",
        "# %s",
        "// %s",
        "\u001b[33mWARNING\u001b[0m %s");
  }

  @ParameterizedTest
  @MethodSource("quotations")
  void aLineWithinAnothersTextSaysNothing(String quotation) {
    for (String said : SAID) {
      StringBuilder log = new StringBuilder("a server starts\n");
      said.lines().forEach(line -> log.append(quotation.replace("%s", line)).append('\n'));
      assertSaysNothing(log.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"    ", "\t", "  \t", "        ", "\u001b[2m    "})
  void aBlockQuotedByIndentationSaysNothing(String indent) {
    for (String said : SAID) {
      StringBuilder log = new StringBuilder("a user wrote:\n\n");
      said.lines().forEach(line -> log.append(indent).append(line).append('\n'));
      assertSaysNothing(log.toString());
      assertSaysNothing("[rank0]: " + log.toString().replace("\n", "\n[rank0]: "));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {TVM, QNN})
  void aBlockOfADocumentSaysNothing(String said) {
    assertSaysNothing("It is\n\n    " + said.replace("\n", "\n    ") + "\n\nand no more.\n");
  }

  @Test
  void whatAWriterIndentsItselfIsItsOwnWord() {
    assertThat(read("a\n" + TVM).failures().count()).isOne();
    assertThat(read("a\n" + QNN).failures().count()).isOne();
  }

  @Test
  void anIndentedReportIsAPlanBelowAFailureOrAlone() {
    String report = "    " + REPORT.replace("\n", "\n    ") + "\n";
    assertThat(LogRun.of(("The report reads\n\n" + report).getBytes(UTF_8)).plans).isEmpty();
    assertThat(LogRun.of(report.getBytes(UTF_8)).plans).isNotEmpty();
    assertThat(LogRun.of(("a\n" + XLA + "\n" + report).getBytes(UTF_8)).plans).isNotEmpty();
  }

  private static RunStatus read(String log) {
    return LogRun.of((log + "\n").getBytes(UTF_8)).runs.firstEntry().getValue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "  ", "   "})
  void theBlanksThatALoggerFillsUpWithAreNoIndentation(String more) {
    String type = "            RuntimeTTNN |     INFO | ";
    String coloured = "\u001b[32m                 Always\u001b[0m | \u001b[1m    INFO\u001b[0m | ";
    for (String head : List.of(HEAD, type, coloured, "Always | INFO | ")) {
      LogRun run = LogRun.of((more + head + SNAPSHOT + "\n").getBytes(UTF_8));
      assertThat(run.runs.firstEntry().getValue().lines().fact()).as(more + head).isOne();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Please help:\n```\n%s\n```\n",
        "Please help:\n```text\n%s\n```\nThank you.\n",
        "INFO 11-22 05:54:09 [logger.py:39] prompt: ```\n%s\n```\n",
        "(APIServer pid=7) INFO prompt: ```\n(APIServer pid=7) %s\n(APIServer pid=7) ```\n",
      })
  void aFenceQuotesAllThatStandsInIt(String fenced) {
    for (String said : SAID) {
      assertSaysNothing(fenced.replace("%s", said));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ValueError: could not parse: ", "E       AssertionError: ", "RuntimeError: got "})
  void aStatusThatAnotherErrorSpeaksOfSaysNothing(String words) {
    assertSaysNothing(
        words
            + "RESOURCE_EXHAUSTED: XLA:TPU compile permanent error. Ran out of memory in memory"
            + " space hbm. Used 22.00G of 15.75G hbm. Exceeded hbm capacity by 6.25G.\n");
  }

  @Test
  void theEndOfALiteralOfSourceCodeSaysNothing() {
    String kill =
        "[Thu Feb  6 12:34:56 2026] Out of memory: Killed process 7 (python3) total-vm:9kB,"
            + " anon-rss:8kB, file-rss:0kB";
    assertThat(killed(kill + "`,\nwant: 1\n")).isNull();
    assertThat(killed(kill + "\nwant: 1\n")).isNotNull();
  }

  private static @Nullable Killed killed(String log) {
    return LogRun.of(log.getBytes(UTF_8)).runs.firstEntry().getValue().failures().killed();
  }

  static void assertSaysNothing(String log) {
    LogRun run = LogRun.of(log.getBytes(UTF_8));
    assertThat(run.runs).as(log).hasSize(1);
    RunStatus status = run.runs.firstEntry().getValue();
    assertThat(status.lines().fact()).as(log).isZero();
    assertThat(status.lines().rejected()).as(log).isZero();
    assertThat(status.lines().quoted()).as(log).isLessThanOrEqualTo(log.lines().count());
    assertThat(status.lines().read()).as(log).isEqualTo(log.lines().count());
    assertThat(run.events).as(log).isEmpty();
    assertThat(run.alerts).as(log).isEmpty();
    assertThat(run.usage).as(log).isEmpty();
    assertThat(run.plans).as(log).isEmpty();
  }

  @Test
  void whatLooksExactIsCountedAsQuoted() {
    String log = "> " + FATAL + "\n> " + XLA + "\nuser: " + TRACED + "\n> hello\n" + TEXT + "\n";
    RunStatus status = LogRun.of(log.getBytes(UTF_8)).runs.firstEntry().getValue();
    assertThat(status.lines()).isEqualTo(new RunStatus.Lines(0, 1, 0, 0, 4));
  }

  /** The same texts, bare and with wrappers, where their own programs print them. */
  @ParameterizedTest
  @ValueSource(
      strings = {"", "[rank0]: ", "Nov 22 05:54:09 node-1 train[7]: ", "(pid=7) 0: ", "svc-1  | "})
  void theSameTextsCountWhereTheirLoggersWroteThem(String wrapper) {
    for (String said : SAID) {
      StringBuilder log = new StringBuilder("a server starts\n> ").append(FATAL).append('\n');
      said.lines().forEach(line -> log.append(wrapper).append(line).append('\n'));
      RunStatus status = LogRun.of(log.toString().getBytes(UTF_8)).runs.firstEntry().getValue();
      assertThat(status.lines().fact()).as(log.toString()).isOne();
      assertThat(status.lines().quoted()).as(log.toString()).isOne();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "| OOM: Ran out of memory with exception: %s",
        "[2026-07-29 07:29:41][ERROR] [Server Error] {\"title\":\"Failed to load \\\"a\\\". Error: %s\"}",
        "C:\\a\\b.cc:407 frob::Arena::AllocateRaw %s",
        "Exception: \"FrobError('[11:17:11] /a/b.cu:23: failed on worker 0: %s')\"",
      })
  void aFailureWithinItsOwnProgramsTextCounts(String written) {
    assertThat(read(written.formatted(TORCH)).failures().count()).isOne();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "| oom: %s |",
        "| USER: %s",
        "| NOTE: %s |",
        "[2026-07-29 07:29:41][ERROR] [Server] {\"message\":\"bad request\", \"input\":\"traceback: %s\"}",
        "2026-07-29 07:29:41 ERROR handler raised ValueError('bad ticket text: %s')",
        "frob see std::pmr::memory_resource %s",
        "[2026-07-29 07:29:41][INFO] [Request] {\"title\":\"%s\"}",
        "[2026-07-29 07:29:41][ERROR] [Request] {\"prompt\":\"%s\"}",
        "the frob::Arena %s",
      })
  void aFailureWithinAUsersTextIsQuoted(String quoted) {
    assertThat(read(quoted.formatted(TORCH)).failures().count()).isZero();
  }

  @Test
  void whatStandsBeforeIsKnownAfterARestart() {
    LogRun run = new LogRun();
    run.feedNext("life", "{TT_FATAL @ /x/a.cpp:462: false\n".getBytes(UTF_8));
    run.restart();
    run.feedNext("life", "info:\n".getBytes(UTF_8));
    run.restart();
    run.feedNext("life", (TEXT + "\n```\n").getBytes(UTF_8));
    run.restart();
    run.feedNext("life", (XLA + "\n").getBytes(UTF_8));
    run.publish();
    assertThat(run.runs.firstEntry().getValue().lines())
        .isEqualTo(new RunStatus.Lines(1, 3, 0, 0, 1));
  }
}
