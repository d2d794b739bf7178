package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.MemoryEvent;
import io.tidemark.model.RunStatus;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of exceptions: which are a runtime's own, and which somebody's quotation. */
class RaisedErrorsTest {

  static final String TEXT =
      "Out of Memory: Not enough space to allocate 96 B DRAM buffer across 12 banks, where each"
          + " bank needs to store 8 B, but bank size is 7 B (allocated: 6 B, free: 1 B, largest"
          + " free block: 1 B)";

  static final String FATAL =
      "2026-06-19 09:32:58.266 | critical |          Always | TT_FATAL: " + TEXT + " (a.hpp:104)";

  static final String BLOCK =
      "{TT_FATAL @ /x/bank_manager.cpp:462: false\ninfo:\n" + TEXT + "\nbacktrace:";

  static final String SNAPSHOT =
      "Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: 100.000 MB,"
          + " totalBytesAllocatedPerBank: 99.000 MB, totalBytesFreePerBank: 1.000 MB,"
          + " largestContiguousBytesFreePerBank: 1.000 MB}";

  private static final String XLA =
      "jax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: Ran out of memory on HBM, the total memory"
          + " required for HLO temporaries (45.02G) exceeds available HBM (15.75G).";

  @Test
  void anExceptionWithoutWhatAlwaysStandsBeforeItsTextSaysNothing() {
    String head = "TT_FATAL @ /x/bank_manager.cpp:462: false\n";
    assertSaysNothing(head + "info:\n" + TEXT + "\n");
    assertSaysNothing("{" + head + TEXT + "\n");
    assertSaysNothing("{" + head + "the text was:\n" + TEXT + "\n");
    assertSaysNothing("info:\n{" + head + TEXT + "\n");
    assertSaysNothing("{TT_FATAL @ /x/bank_manager.cpp\ninfo:\n" + TEXT + "\n");
    assertSaysNothing(XLA.substring(XLA.indexOf("RESOURCE")) + "\n");
  }

  @Test
  void anExceptionsTextAloneSaysNothing() {
    assertSaysNothing("a user wrote:\n" + TEXT + "\n");
    assertSaysNothing("a user wrote:\ninfo:\n" + TEXT + "\n");
    assertSaysNothing(BLOCK.lines().findFirst().orElseThrow() + "\n" + "x\n".repeat(9) + TEXT);
    assertSaysNothing("a user wrote:\n" + SNAPSHOT + "\n");
    assertSaysNothing(
        "Attempting to reserve 3.95G at the bottom of memory. That was not possible."
            + " There are 1.92G free, 0B reserved, and 1.92G reservable.\n");
  }

  private static void assertSaysNothing(String log) {
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        BLOCK,
        "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n    g()\nRuntimeError: "
            + "TT_FATAL @ /x/bank_manager.cpp:462: false\ninfo:\n"
            + TEXT,
        "E       RuntimeError: TT_FATAL @ /x/bank_manager.cpp:462: false\nE       info:\nE       "
            + TEXT,
        "terminate called after throwing an instance of 'std::runtime_error'\n  what():  TT_THROW"
            + " @ /x/bank_manager.cpp:141: tt::exception\ninfo:\n"
            + TEXT,
      })
  void anExceptionThatEndsTheProcessIsItsOwnWord(String raised) {
    LogRun run = LogRun.of(raised.getBytes(UTF_8));
    assertThat(run.events).filteredOn(MemoryEvent.OutOfMemory.class::isInstance).hasSize(1);
    // After the logger's own line it is the same failure once more.
    LogRun both = LogRun.of((FATAL + "\n" + raised).getBytes(UTF_8));
    assertThat(both.events).filteredOn(MemoryEvent.OutOfMemory.class::isInstance).hasSize(1);
  }
}
