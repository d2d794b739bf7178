package io.tidemark.analysis.system.tenstorrent;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.AllocationFailed;
import io.tidemark.analysis.Lines;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Quoted;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.line.Parsed.Sign;
import io.tidemark.analysis.line.Parsed.Unprefixed;
import io.tidemark.analysis.message.MessageFact;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of tt-metal's failed allocations, and of the exceptions that contain them. */
class AllocationErrorsTest {

  private static Parsed runtime(String line) {
    return Lines.runtime(line) instanceof MessageFact fact
        ? AllocationFailed.of(fact)
        : Lines.runtime(line);
  }

  private static final String OUT_OF_MEMORY =
      "Out of Memory: Not enough space to allocate 96 B DRAM buffer across 12 banks,"
          + " where each bank needs to store 8 B";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{TT_FATAL @ /x/bank_manager.cpp:462: false",
        "{TT_THROW @ /x/bank_manager.cpp:141: tt::exception",
        "TT_FATAL @ /x.cpp:433: false",
        "E       TT_FATAL @ /x.cpp:433: false",
        "ERROR 10-01 22:09:37 [engine.py:187] RuntimeError('TT_FATAL @ /x.cpp:433:",
        "RuntimeError: TT_FATAL @ /x/bank_manager.cpp:462: false",
        "E       RuntimeError: TT_FATAL @ /x/bank_manager.cpp:462: false",
        "  what():  TT_FATAL @ /x/bank_manager.cpp:462: false",
        "ERROR 10-23 04:15:50 [engine.py:187] RuntimeError: TT_FATAL @ /x.cpp:433: false",
        "(EngineCore pid=7) ERROR 10-23 04:15:50 [core.py:1] RuntimeError: TT_FATAL @ /x.cpp:4: a",
        "2026-06-06 03:15:40,174 - ERROR - [run] failed after 58 s. Error: TT_FATAL @ /x.cpp:78: a",
        "  pass 3 FAILED: RuntimeError: TT_THROW @ /x.cpp:433: tt::exception",
        "E       RuntimeError: TT_THROW @ tt_metal/impl/x.cpp:118: tt::exception",
        "RuntimeError: TT_FATAL @ ../ttnn/cpp/x.cpp:118: a == b",
        "{TT_THROW @ .../x.cpp:118: tt::exception",
        "2026-02-11 09:14:51.120 | ERROR    | demo.run:main:88 - step failed: TT_FATAL @ /x.cpp:4: a",
        "libc++abi: terminating due to uncaught exception of type std::runtime_error: TT_THROW @"
            + " /x.cpp:132: tt::exception",
      })
  void anExceptionRaisedIsKnownByItsHead(String line) {
    assertThat(Lines.parse(line)).isEqualTo(Sign.ERROR_RAISED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{TT_FATAL @ /x.cpp: false",
        "{TT_FATAL @ /x.cpp",
        "> RuntimeError: TT_FATAL @ /x.cpp:433: false",
        "Exception thrown during op constraints query: TT_FATAL @ /x.cpp:433: false",
        "falling back to DRAM: RuntimeError: TT_FATAL @ /x.cpp:433: false",
        "caught RuntimeError: TT_FATAL @ /x.cpp:433: false",
        "2026-02-11 09:14:51.120 | WARNING  | demo.run:main:88 - no cache: TT_FATAL @ /x.cpp:4: a",
        "RuntimeError: TT_FATAL @ the second try",
        "RuntimeError: TT_FATAL @ ...",
        "the user asked about 'INTERNAL: Error code: 13'",
        "raise RuntimeError(\"TT_FATAL @ /x.cpp:433: false\")",
        "2026-06-06 03:15:40,174 - ERROR - bad prompt: 'RuntimeError: TT_FATAL @ /x.cpp:78: a",
      })
  void anExceptionsHeadWithinOtherTextIsNone(String line) {
    assertThat(Lines.parse(line)).isEqualTo(Ignored.IGNORED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FAILED tests/test_a.py::test_b[c-7b] - RuntimeError: Bad StatusOr access: INTERNAL: Error"
            + " code: 13",
      })
  void anExceptionsHeadInAProgramsOwnWordsIsShown(String line) {
    assertThat(Lines.parse(line)).isEqualTo(Sign.ERROR_SHOWN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"info:", "E       info:", "ERROR 10-23 04:15:50 [a.py:1] info:", "[rank0]: info:"})
  void theLineBeforeAnExceptionsTextIsKnown(String line) {
    assertThat(Lines.parse(line)).isEqualTo(Sign.ERROR_INFO);
    assertThat(Lines.parse("my " + line)).isEqualTo(Ignored.IGNORED);
    assertThat(Lines.parse("    " + line)).isEqualTo(Ignored.IGNORED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "E       ", "ERROR 10-23 04:15:50 [engine.py:187] "})
  void anErrorsTextWithoutALoggerWaitsForItsException(String before) {
    assertThat(Lines.parse(before + OUT_OF_MEMORY)).isInstanceOf(Unprefixed.class);
    assertThat(Lines.parse("> " + before + OUT_OF_MEMORY)).isInstanceOf(Quoted.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "''~null,null,null,null",
        ", but bank size is only 7 B~7,null,null,null",
        ", but bank size is 7 B~7,null,null,null",
        ", but bank size is 7 B (allocated: 6 B, free: 5 B, largest free block: 4 B)"
            + " (a.hpp:1)~7,6,5,4",
        "' (allocated: 6 B, free: 5 B, largest free block: 4 B)'~null,6,5,4",
        ", but bank size is 7 B (allocated: 6 B, fr~7,null,null,null",
        "', but bank size is '~null,null,null,null",
      })
  void everyEraOfOutOfMemoryStatesItsFigures(String tail, String figures) {
    AllocationFailed failed = (AllocationFailed) runtime("TT_FATAL: " + OUT_OF_MEMORY + tail);
    assertThat(
            "%s,%s,%s,%s"
                .formatted(
                    failed.shortage().bank().bankBytes(),
                    failed.shortage().bank().usedPerBank(),
                    failed.shortage().bank().freePerBank(),
                    failed.shortage().bank().largestFreePerBank()))
        .isEqualTo(figures);
    assertThat(failed.shortage().neededBytes()).isEqualTo(96);
    assertThat(failed.shortage().bank().neededPerBank()).isEqualTo(8);
    assertThat(failed.shortage().banks()).isEqualTo(12);
  }

  /** A text that breaks off, or has another unit, states what was asked for. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "Out of Memory: Not enough space to allocate 96 B DRAM buff~96",
        "Out of Memory: Not enough space to allocate 96 KB DRAM buffer~98304",
        "Out of Memory: Not enough space after considering dependencies to allocate 4 B L1 on~4",
      })
  void ofABrokenTextWhatWasAskedForIsRead(String line, long needed) {
    for (String head : List.of("RuntimeError: TT_THROW: ", " critical | Always | TT_THROW: ")) {
      AllocationFailed failed = AllocationFailed.of((MessageFact) Lines.parse(head + line));
      assertThat(failed.shortage().neededBytes()).as(head).isEqualTo(needed);
    }
  }

  @Test
  void aFigureAboveAnyMemoryIsRejected() {
    assertThat(
            runtime(
                "Out of Memory: Not enough space to allocate 9999999999999999999 B DRAM buffer"))
        .isEqualTo(rejected(78, "out-of-memory: broken here"));
  }

  private static Rejected rejected(int column, String reason) {
    return new Rejected(Tenstorrent.RUNTIME, column, reason);
  }
}
