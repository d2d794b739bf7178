package io.tidemark.analysis;

import static io.tidemark.analysis.QuotedLinesTest.BLOCK;
import static io.tidemark.analysis.QuotedLinesTest.FATAL;
import static io.tidemark.analysis.QuotedLinesTest.SNAPSHOT;
import static io.tidemark.analysis.QuotedLinesTest.TEXT;
import static io.tidemark.analysis.QuotedLinesTest.assertSaysNothing;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.MemoryEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of exceptions, genuine or quoted. */
class RaisedErrorsTest {

  @Test
  void anExceptionWithoutWhatAlwaysStandsBeforeItsTextSaysNothing() {
    String head = "TT_FATAL @ /x/bank_manager.cpp:462: false\n";
    assertSaysNothing("{" + head + "the text was:\n" + TEXT + "\n");
    assertSaysNothing("info:\n{" + head + "\n" + TEXT + "\n");
    assertSaysNothing("    " + head + "    info:\n    " + TEXT + "\n");
    assertSaysNothing("{TT_FATAL @ /x/bank_manager.cpp\ninfo:\n" + TEXT + "\n");
  }

  /** Above an indented text {@code info:} stands, else a document shows it. */
  @ParameterizedTest
  @ValueSource(strings = {"TT_FATAL @ /x.cpp:433: false", "TT_THROW @ /x.cpp:3: tt::exception"})
  void anIndentedTextDirectlyBelowItsHeadIsQuoted(String head) {
    assertSaysNothing("It looks like this:\n" + head + "\n    " + TEXT + "\n");
    assertSaysNothing(head + "\n            " + TEXT + "\n");
  }

  @Test
  void anExceptionsTextAloneSaysNothing() {
    assertSaysNothing("a user wrote:\n" + TEXT + "\n");
    assertSaysNothing("a user wrote:\ninfo:\n" + TEXT + "\n");
    assertSaysNothing(BLOCK.lines().findFirst().orElseThrow() + "\n" + "x\n".repeat(9) + TEXT);
    assertSaysNothing("a user wrote:\n" + SNAPSHOT + "\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        BLOCK,
        "TT_FATAL @ tt_metal/x.cpp:78: a <= b\ninfo:\n" + TEXT,
        "TT_FATAL @ tt_metal/x.cpp:78: a <= b   \n" + TEXT,
        "RuntimeError: TT_THROW @ tt_metal/x.cpp:483: tt::exception\n" + TEXT,
        "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n    g()\nRuntimeError: "
            + "TT_FATAL @ /x/bank_manager.cpp:462: false\ninfo:\n"
            + TEXT,
        "E       RuntimeError: TT_FATAL @ /x/bank_manager.cpp:462: false\nE       info:\nE       "
            + TEXT,
        "`E       RuntimeError: TT_FATAL @ /x/bank_manager.cpp:462: false\n  E       info:\n  E"
            + "       "
            + TEXT
            + "`",
        "terminate called after throwing an instance of 'std::runtime_error'\n  what():  TT_THROW"
            + " @ /x/bank_manager.cpp:141: tt::exception\ninfo:\n"
            + TEXT,
        "ERROR 10-23 04:15:50 engine.py:187] RuntimeError('TT_FATAL @ /x/bank_manager.cpp:141: a"
            + "\\ninfo:\\n"
            + TEXT
            + "\\nbacktrace:\\n --- /b.so(+0x2) [0x7f]\\n')",
      })
  void anExceptionThatEndsTheProcessIsItsOwnWord(String raised) {
    LogRun run = LogRun.of(raised.getBytes(UTF_8));
    assertThat(run.events).filteredOn(MemoryEvent.OutOfMemory.class::isInstance).hasSize(1);
    // After the logger's own line this is the same failure again.
    LogRun both = LogRun.of((FATAL + "\n" + raised).getBytes(UTF_8));
    assertThat(both.events).filteredOn(MemoryEvent.OutOfMemory.class::isInstance).hasSize(1);
  }
}
