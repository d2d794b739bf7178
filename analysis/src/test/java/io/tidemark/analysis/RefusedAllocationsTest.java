package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryEvent.AllocationRefused;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.log.Slice;
import io.tidemark.model.run.Refusals;
import io.tidemark.model.run.RunFailures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The runtime logs each failed allocation; what follows says whether the run went on. */
class RefusedAllocationsTest {

  private static final String HEAD = "TT_FATAL @ /x/bank_manager.cpp:462: false\n";
  private static final String ON = "step 7 done\n";

  private static String text(long perBank) {
    return ("Out of Memory: Not enough space to allocate %d B DRAM buffer across 3 banks, where each"
            + " bank needs to store %d B, but bank size is 9000 B (allocated: 8000 B, free: 1000 B,"
            + " largest free block: 600 B)")
        .formatted(3 * perBank, perBank);
  }

  private static String record(String text) {
    return "2026-02-03 04:05:06.000 | critical |          Always | TT_FATAL: "
        + text
        + " (assert.hpp:104)\n";
  }

  private static String record(long perBank) {
    return record(text(perBank));
  }

  private static String clash(int program, int below) {
    return ("Statically allocated circular buffers in program %d clash with L1 buffers on core range"
            + " [0-0 - 1-1]. L1 buffer allocated at %d and static circular buffer region ends at"
            + " 7000")
        .formatted(program, below);
  }

  private static String raised(String text) {
    return "RuntimeError: " + HEAD + "info:\n" + text + "\nbacktrace:\n";
  }

  /** The whole log, the same line by line with a restart after each, and that its run ended. */
  private static LogRun ended(String log) {
    LogRun whole = LogRun.of(log);
    whole.end();
    LogRun lines = LogRun.lineByLine(log);
    lines.end();
    assertThat(lines.status().failures()).isEqualTo(whole.status().failures());
    assertThat(lines.alerts).isEqualTo(whole.alerts);
    return whole;
  }

  private static RunFailures failures(String log) {
    return ended(log).status().failures();
  }

  private static long refused(RunFailures failures) {
    return failures.refused() == null ? 0 : failures.refused().count();
  }

  @Test
  void aLogThatBreaksOffInATracebackEndsInItsFailure() {
    String traceback =
        """
        Traceback (most recent call last):
          File "a.py", line 7, in main
            step(
            ^^^^^
          File "a.py", line 3, in step
        """;
    assertThat(failures(record(700) + traceback).count()).isEqualTo(1);
    assertThat(failures(record(700) + traceback + ON).count()).isZero();
  }

  /** A page wraps a record before the place that ends it; that place is no work after it. */
  @Test
  void aRecordWrappedBeforeItsPlaceIsTheLogsLast() {
    String wrapped = record(clash(3, 5000)).replace(" (assert.hpp", "\n(assert.hpp");
    assertThat(failures(wrapped).count()).isEqualTo(1);
    assertThat(failures(wrapped + ON).count()).isZero();
    assertThat(refused(failures(wrapped + ON))).isEqualTo(1);
  }

  private static final String SHOWN =
      "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total"
          + " capacity of 4.00 GiB of which 1.00 GiB is free.\n";

  /** Behind a shown failure: advice, a summary of the end, lines of source. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Try reducing the batch size.\n",
        "Consider falling back to a smaller model.\n",
        "wandb:    train/epoch 0.5\nwandb:     train/loss 2.31\n",
        "    main(batch=32, epochs=10)\n    main(batch=64, epochs=10)\n",
      })
  void whatOnlyLooksLikeProgressTakesNoFailureBack(String behind) {
    assertThat(failures(SHOWN + behind).count()).isEqualTo(1);
    assertThat(failures(SHOWN + behind + ON + ON.replace('7', '8')).count()).isZero();
  }

  private static final String DECLINED =
      "[HAMI-core ERROR (pid:7 thread=14038 allocator.c:53)]: Device 1 OOM 4096 / 1024\n";

  private static String traceback(String exception) {
    return """
        Traceback (most recent call last):
          File "/data/a.py", line 69, in <module>
            run()
        """
        + exception;
  }

  @Test
  void anExceptionThatIsTheLastOfARunMakesWhatWasDeclinedAFailure() {
    String error = traceback("RuntimeError: CUDA error: unrecognized error code\nCompile with X\n");
    assertThat(failures(DECLINED + error))
        .satisfies(failed -> assertThat(failed.count()).isEqualTo(1))
        .satisfies(failed -> assertThat(failed.open()).isNull());
    assertThat(failures(DECLINED + error + ON + ON).count()).isZero();
    assertThat(failures(DECLINED + traceback("KeyboardInterrupt\n")).count()).isZero();
    assertThat(failures(error + DECLINED).count()).isZero();
    assertThat(failures(DECLINED + error + "GET /health 200\n".repeat(20)).count()).isZero();
  }

  @Test
  void aPlanInUnknownWordsIsNoSignThatTheRunGoesOn() {
    String plan = "a.axf: Error: region RW size (4096 bytes) exceeds limit (2048 bytes)\n";
    String behind = "loading\n".repeat(40) + plan;
    assertThat(failures(record(700) + behind).count()).isEqualTo(1);
  }

  @Test
  void anAnsweredRequestIsNoCrash() {
    String status = "INFO Request 17 completed with status 200\n";
    assertThat(failures(record(700) + status + ON).count()).isZero();
    assertThat(failures(record(700) + "worker exited with code 1\n" + ON).count()).isEqualTo(1);
  }

  @Test
  void aRetryThatPassesTakesAllBackThatWereShownBeforeIt() {
    String retried = SHOWN + record(800) + SHOWN.replace("allocate 2", "allocate 3");
    assertThat(failures(retried).count()).isEqualTo(2);
    LogRun run = ended(retried + ON + ON.replace('7', '8'));
    assertThat(run.status().failures().count()).isZero();
    assertThat(run.alerts.entrySet())
        .filteredOn(alert -> alert.getKey().endsWith("OUT_OF_MEMORY"))
        .noneMatch(alert -> alert.getValue().began());
  }

  /** Lines that show that the run went on, or that its program caught the refusal. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "    iteration 7: loss 0.3",
        "                 Always | INFO     | fell back to DRAM",
        "[1,0]<stdout>: epoch 3: 41%",
        "12%|#   | 6/50 [00:03<00:21, 2.05it/s]",
        "INFO:     127.0.0.1:50000 - \"POST /v1/completions HTTP/1.1\" 200 OK",
        "RuntimeError while autotuning: no space. Ignoring this choice.",
        "OOM, retrying with chunk size 512",
        "| WARNING: ran out of memory in forward pass, skipping batch",
        "Decreasing batch size to: 4.",
        "Process finished with exit code 0",
        "EXIT=0",
        "========== 4 passed, 1 skipped in 2.11s ==========",
        "wrote out/result.json",
      })
  void aRecordBehindWhichTheRunGoesOnIsRefused(String on) {
    RunFailures failures = failures(record(700) + "loading\n" + on + "\nRuntimeError: " + HEAD);
    assertThat(failures.count()).isZero();
    assertThat(failures.open()).isNull();
    assertThat(failures.refused().proof()).isEqualTo(proof(on));
    assertThat(failures.refused().sentence())
        .isEqualTo("1 allocation refused; went on: " + proof(on));
  }

  /** The line without what its carrier wrote before it. */
  private static String proof(String line) {
    return line.strip().replace("[1,0]<stdout>: ", "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Aborted (core dumped)",
        "run.sh: line 4:  512 Segmentation fault      (core dumped) ./prog --steps 3",
        "terminate called after throwing an instance of 'std::runtime_error'",
        "Fatal Python error: Aborted",
        "##[error]Process completed with exit code 134.",
        "command terminated with exit code 1",
        "bench-1 exited with code 134",
        "Process finished with exit code 6",
        "EXIT=1 end: 2026-06-05T11:24:17+00:00",
        "make[2]: *** [Makefile:12: bench] Error 134",
        "srun: error: n1: task 0: Aborted (core dumped)",
        "mpirun noticed that process rank 0 with PID 7 on node n1 exited on signal 6 (Aborted).",
        "FAILED",
        "[  FAILED  ] Suite.Case (12 ms)",
        "1/1 Test #1: big ....***Exception: Child aborted  2.11 sec",
        "FAILED tests/test_a.py::test_b - RuntimeError: no",
        "========== 1 failed, 3 passed in 2.11s ==========",
        "(EngineCore_DP0 pid=7) RuntimeError: Engine core initialization failed. See root cause above.",
      })
  void aRecordBehindWhichTheRunEndsBadlyIsAFailure(String end) {
    RunFailures failures = failures(record(700) + "tearing down\n" + end + "\n" + ON);
    assertThat(failures.count()).isEqualTo(1);
    assertThat(failures.open()).isNull();
    assertThat(failures.refused()).isNull();
    assertThat(ended(end + "\n" + ON).status().failures()).isEqualTo(RunFailures.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "it said: tidemark: the program ended with exit code 1",
        "step 7 failed",
      })
  void aRecordBehindWhichTheLogSaysNothingOfTheRunIsOpen(String line) {
    RunFailures failures = failures(record(700) + line + "\n");
    assertThat(failures.count()).isEqualTo(1);
    assertThat(failures.open()).isTrue();
    assertThat(failures(record(700) + line + "\n" + ON).count()).isZero();
  }

  /** Silence of a log that is followed is no end: the next step takes the failure back. */
  @Test
  void anOpenFailureIsTakenBackWhenTheRunGoesOn() {
    LogRun run = LogRun.of(record(700));
    run.feed(Slice.rest("life", record(700).length(), 0));
    run.publish();
    assertThat(run.status().failures().count()).isEqualTo(1);
    assertThat(run.alerts.get("log#1 0 DRAM OUT_OF_MEMORY").active()).isTrue();
    run.feedNext("life", ON.getBytes(UTF_8));
    run.publish();
    assertThat(run.status().failures().count()).isZero();
    assertThat(refused(run.status().failures())).isEqualTo(1);
    assertThat(run.alerts.get("log#1 0 DRAM OUT_OF_MEMORY").active()).isFalse();
    assertThat(run.alerts.get("log#1 0 DRAM ALLOCATION_REFUSED").active()).isTrue();
  }

  /** One step may be another worker's that goes on for a moment. */
  @Test
  void aFailureThatTheProgramShowsIsSurvivedAfterTwoSteps() {
    String shown = raised(text(700)) + "trying policy=full\n";
    assertThat(failures(shown + ON).count()).isEqualTo(1);
    assertThat(failures(shown + ON + "step 8 failed\n").count()).isEqualTo(1);
    assertThat(failures(shown + ON + "Aborted (core dumped)\n" + ON).count()).isEqualTo(1);
    RunFailures survived = failures(shown + ON + "step 8 done\n");
    assertThat(survived.count()).isZero();
    assertThat(survived.refused().sentence())
        .isEqualTo("1 allocation refused; went on: step 8 done");
  }

  @Test
  void aRecordAfterWhichTheLogGoesOnIsRefused() {
    LogRun run = ended(record(700) + ON);
    assertThat(run.status().failures().count()).isZero();
    assertThat(refused(run.status().failures())).isEqualTo(1);
    assertThat(run.events).filteredOn(OutOfMemory.class::isInstance).isEmpty();
    assertThat(run.events)
        .filteredOn(AllocationRefused.class::isInstance)
        .extracting(event -> ((MemoryEvent.Failure) event).bank().neededPerBank())
        .containsExactly(700L);
    assertThat(run.alerts.keySet()).containsExactly("log#1 0 DRAM ALLOCATION_REFUSED");
  }

  /** Feeds texts a second apart each. */
  private static LogRun timed(String... texts) {
    LogRun run = new LogRun();
    long from = 0;
    for (int i = 0; i < texts.length; i++) {
      byte[] bytes = texts[i].getBytes(UTF_8);
      long at = 1000L * (i + 1);
      int lines = LogRun.lines(bytes);
      run.feed(new Slice("life", from, bytes.length, lines, false, false, at, at, bytes));
      from += bytes.length;
    }
    run.publish();
    return run;
  }

  @Test
  void equalRefusalsCountEachWithTheFirstAndLastTime() {
    Refusals refusals =
        timed(record(700) + record(700), ON, record(700), ON).status().failures().refused();
    assertThat(refusals.count()).isEqualTo(3);
    assertThat(refusals.newest())
        .singleElement()
        .returns(3L, Refusals.Refused::count)
        .returns(1000L, Refusals.Refused::firstMillis)
        .returns(3000L, Refusals.Refused::lastMillis);
  }

  @Test
  void noRefusalIsDroppedAndTheNewestDistinctOnesAreKept() {
    StringBuilder log = new StringBuilder();
    for (int i = 1; i <= 90; i++) {
      log.append(record(i));
    }
    Refusals refusals = failures(log + ON).refused();
    assertThat(refusals.count()).isEqualTo(90);
    assertThat(refusals.newest()).hasSize(RunFailures.MAX_NEWEST);
    assertThat(refusals.newest().get(15).allocation().bank().neededPerBank()).isEqualTo(90);
  }

  @Test
  void differentClashesThatEndAtTheSameByteAreTwo() {
    Refusals refusals = failures(record(clash(5, 6000)) + record(clash(8, 6500)) + ON).refused();
    assertThat(refusals.newest())
        .map(one -> one.allocation().where())
        .containsExactly("program 5, core range [0-0 - 1-1]", "program 8, core range [0-0 - 1-1]");
  }

  @Test
  void theExceptionsTextMakesItsRecordAFailure() {
    String log = record(700) + ON + record(800) + "Traceback\n" + raised(text(800)) + ON;
    RunFailures failures = failures(log);
    assertThat(failures.newest())
        .singleElement()
        .returns(800L, failure -> failure.bank().neededPerBank());
    assertThat(failures.refused().newest())
        .singleElement()
        .returns(700L, one -> one.allocation().bank().neededPerBank());
    assertThat(ended(log).alerts.get("log#1 0 DRAM OUT_OF_MEMORY").times()).isEqualTo(1);
  }

  @Test
  void aTextRepeatedOrCutIsTheSameFailure() {
    String cut = text(700).substring(0, text(700).indexOf(", but"));
    RunFailures failures = failures(record(700) + raised(cut) + ON + raised(text(700)) + ON);
    assertThat(failures.count()).isEqualTo(1);
    assertThat(refused(failures)).isZero();
  }

  @Test
  void aRecordBelowItsTextIsTheSameFailure() {
    RunFailures failures = failures(raised(text(700)) + "captured log:\n" + record(700) + ON);
    assertThat(failures.count()).isEqualTo(1);
    assertThat(refused(failures)).isZero();
  }

  /** A test runner's list of reasons quotes texts of other runs. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SKIPPED [1] a/b.py:41: ",
        "XFAIL a/b.py::c - ",
        "XPASS a/b.py::c - ",
        "RERUN a/b.py::c - "
      })
  void aReasonOfATestIsNoFailure(String before) {
    assertThat(failures(ON + before + text(700) + "\n" + ON).count()).isZero();
    assertThat(failures(ON + before + text(700) + "\n").refused()).isNull();
    assertThat(failures(ON + before + "OOM: " + HEAD + "info:\n" + text(700) + "\n").count())
        .isZero();
  }

  @Test
  void anEqualRecordAfterAFailureIsARefusalOfItsOwn() {
    RunFailures failures = failures(record(700) + raised(text(700)) + record(700) + ON);
    assertThat(failures.count()).isEqualTo(1);
    assertThat(refused(failures)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "RuntimeError: " + HEAD,
        "  part 2 FAILED: RuntimeError: " + HEAD,
        "FAILED test_a.py::b - RuntimeError: Bad StatusOr access: INTERNAL: Error code: 13\n",
        "Traceback\n  File \"a.py\", line 3, in f\nRuntimeError: " + HEAD
      })
  void anExceptionsHeadBehindARecordMakesItAFailure(String head) {
    assertThat(failures(record(700) + head + ON).count()).isEqualTo(1);
    assertThat(failures(record(700) + ON.repeat(65) + head + ON).count()).isZero();
  }

  @Test
  void anExceptionsHeadBehindAnotherRecordIsThatOfTheOther() {
    String other = "2026-02-03 04:05:06.000 | critical | Always | TT_FATAL: no kernel (a.hpp:4)\n";
    String head = "RuntimeError: " + HEAD;
    assertThat(failures(record(700) + other + head + ON).count()).isZero();
    assertThat(failures(record(700) + head + ON).count()).isEqualTo(1);
  }

  @Test
  void anExceptionThatWasCaughtMakesNoFailure() {
    String caught = "Exception thrown during op constraints query: " + HEAD + "info:\n";
    assertThat(failures(record(700) + caught + text(700) + "\n" + ON).count()).isZero();
    RunFailures alone = failures("a\n" + caught + text(700) + "\n" + ON);
    assertThat(alone.count()).isZero();
    assertThat(alone.refused()).isNull();
    assertThat(alone.quoted().shortage().neededBytes()).isEqualTo(2100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n  \n", "backtrace:\n --- a::b()\n --- c::d(int)\n"})
  void aLogThatEndsWithARecordFailed(String end) {
    RunFailures failures = failures(record(600) + record(700) + end);
    assertThat(failures.newest())
        .singleElement()
        .returns(700L, failure -> failure.bank().neededPerBank());
    assertThat(refused(failures)).isEqualTo(1);
    LogRun open = LogRun.of(record(700) + end);
    assertThat(refused(open.status().failures())).isEqualTo(1);
  }

  @Test
  void aProcessThatEndsBadlyFailedByItsLastRefusal() {
    String bad = "tidemark: the program ended with exit code 1\n";
    RunFailures failures = failures(record(600) + record(700) + "loading\n".repeat(99) + bad);
    assertThat(failures.newest())
        .singleElement()
        .returns(700L, failure -> failure.bank().neededPerBank());
    assertThat(failures(ON + bad)).isEqualTo(RunFailures.NONE);
  }

  @Test
  void aFailuresTimeIsThatOfItsRecord() {
    LogRun run = timed(record(700), ON, record(700), "Traceback\n" + raised(text(700)));
    assertThat(run.status().failures().newest())
        .singleElement()
        .returns(3000L, MemoryEvent::timeMillis);
    assertThat(run.status().failures().refused().newest())
        .singleElement()
        .returns(1000L, Refusals.Refused::lastMillis);
  }

  @Test
  void theBacktraceNamesTheOp() {
    String frames =
        """
         --- tt::tt_metal::BankManager::allocate_buffer(unsigned long)
         --- ttnn::prim::gather(int)
         --- ttnn::gather(int)
         --- ttnn::outer(int)
        """;
    String program = " --- tt::runtime::ttnn::run(tt::target::ttnn::GatherOp const*)\n --- main\n";
    assertThat(during(raised(text(700)) + frames)).isEqualTo("ttnn::outer");
    assertThat(during(raised(text(700)) + frames + ON)).isEqualTo("ttnn::outer");
    assertThat(during(record(700) + raised(text(700)) + frames + program)).isEqualTo("GatherOp");
    assertThat(during(raised(text(700)) + ON + frames)).isNull();
  }

  private static String during(String log) {
    return failures(log).newest().get(0).during();
  }
}
