package io.tidemark.analysis.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.mlir.TensorEffect;
import io.tidemark.analysis.parse.Parsed.Ignored;
import io.tidemark.analysis.parse.Parsed.Rejected;
import io.tidemark.analysis.parse.TenstorrentFact.AllocationFailed;
import io.tidemark.analysis.parse.TenstorrentFact.Compiling;
import io.tidemark.analysis.parse.TenstorrentFact.MemoryHeader;
import io.tidemark.analysis.parse.TenstorrentFact.MemoryHeader.Point;
import io.tidemark.analysis.parse.TenstorrentFact.MemoryViewLine;
import io.tidemark.analysis.parse.TenstorrentFact.OpStarted;
import io.tidemark.analysis.parse.TenstorrentFact.ProcessStarted;
import io.tidemark.analysis.parse.TenstorrentFact.ProgramStarted;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TenstorrentFormatTest {

  private static final String VIEW_HEAD = "Device DRAM memory state: MemoryView{numBanks: 12, ";
  private static final String VIEW =
      VIEW_HEAD
          + "totalBytesPerBank: 1021.169 MB, totalBytesAllocatedPerBank: 2.611 MB, "
          + "totalBytesFreePerBank: 1018.557 MB, largestContiguousBytesFreePerBank: 4.615 MB}";
  private static final String OUT_OF_MEMORY =
      "Out of Memory: Not enough space to allocate 96 B DRAM buffer across 12 banks,"
          + " where each bank needs to store 8 B";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "                 Always |     INFO | ",
        "                 Always |    DEBUG | ",
        "\u001b[32m                 Always\u001b[0m | \u001b[1m\u001b[38;5;69m    INFO\u001b[0m | ",
        "2026-06-19 09:26:13 worker-7> ",
        "loading 10%\rloading 20%\r",
      })
  void aPrefixOfAnyLoggerIsPassedOver(String prefix) {
    assertThat(Lines.parse(prefix + "Device memory state before operation FullOp"))
        .isEqualTo(new MemoryHeader("0", Point.BEFORE_OPERATION, "FullOp"));
    assertThat(Lines.parse(prefix + VIEW)).isInstanceOf(MemoryViewLine.class);
    assertThat(Lines.parse(prefix + "Starting execution of program: main"))
        .isEqualTo(new ProgramStarted("0", "main"));
    assertThat(Lines.parse(prefix + OUT_OF_MEMORY)).isInstanceOf(AllocationFailed.class);
  }

  @ParameterizedTest
  @CsvSource({
    "'[1,3]<stdout>:', 3",
    "'[1,12]<stderr>: ', 12",
    "'[10,0]<stdout>:', 0",
    "'[1,3]<stdin>:', 0",
    "'[1,]<stdout>:', 0",
    "'[1,3', 0",
    "' [1,3]<stdout>:', 0",
    "'[1,99999999999]<stdout>:', 0",
  })
  void aLaunchersRankIsTheDevice(String prefix, String device) {
    assertThat(Lines.parse(prefix + "Device memory state before submit"))
        .isEqualTo(new MemoryHeader(device, Point.BEFORE_SUBMIT, null));
  }

  @Test
  void aRankStandsBeforeWhatIsDrawnOver() {
    assertThat(Lines.parse("[1,3]<stdout>:loading 10%\rDevice memory state after submit"))
        .isEqualTo(new MemoryHeader("3", Point.AFTER_SUBMIT, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      nullValues = "null",
      value = {
        "%0 = ttcore.load_cached(@f, [%arg0]) : () -> () loc(unknown)~ttcore.load_cached~null",
        "%1 = \"ttnn.matmul\"(%0, %0) : () -> () loc(\"dot.4\")~ttnn.matmul~dot.4",
        "%1:2 = \"ttnn.sort\"(%0) : () -> () loc(\"a\"(\"b\"))~ttnn.sort~a",
        "\"ttnn.deallocate\"(%1) <{force = false}> : () -> ()~ttnn.deallocate~null",
        "%1 = \"ttnn.add\"(%0) loc(\"x.py\":3:1)~ttnn.add~x.py",
        "%1 = \"ttnn.add\"(%0) loc(fused[\"f\", \"g\"])~ttnn.add~f",
        "%1 = \"ttnn.add\"(%0) loc(\"f[g] | /h.py:9|é\")~ttnn.add~f[g] | /h.py:9|é",
        "%1 = \"ttnn.add\"(%0) loc(\"cut off here~ttnn.add~null",
        "%1 = \"ttnn.add\"(%0) loc(\"\")~ttnn.add~null",
        "return %1~return~null",
      })
  void anOpTellsItsNameAndItsLocation(String text, String op, @Nullable String location) {
    OpStarted told = (OpStarted) Lines.parse("Executing operation: " + text);
    assertThat(told.mlirOp()).isEqualTo(op);
    assertThat(told.location()).isEqualTo(location);
  }

  @Test
  void onlyTheEndsOfALongOpAreLookedAt() {
    String constant = "dense<\"0x" + "F".repeat(1 << 20) + "\">";
    assertThat(
            Lines.parse(
                "Executing operation: %0 = \"ttnn.constant\"() <{v = "
                    + constant
                    + "}>"
                    + " : () -> () loc(\"c.1\")"))
        .isEqualTo(
            new OpStarted(
                "0", "ttnn.constant", "c.1", new TensorEffect("%0", List.of(), "", false)));
  }

  @ParameterizedTest
  @CsvSource({
    "Executing operation:, 21, operation: no name",
    "Executing operation: (%0), 22, operation: no name",
    "Executing operation: %0 is cut, 23, operation: no ' = ' after its results",
    "Executing operation: %0 = \"ttnn.mat, 36, operation: its name never ends",
    "Starting execution of program:, 31, program: no name",
  })
  void anOpOrProgramWithoutANameIsRejected(String line, int column, String reason) {
    assertThat(Lines.parse(line)).isEqualTo(rejected(column, reason));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "''~-1,-1,-1,-1",
        ", but bank size is only 7 B~7,-1,-1,-1",
        ", but bank size is 7 B~7,-1,-1,-1",
        ", but bank size is 7 B (allocated: 6 B, free: 5 B, largest free block: 4 B) (a.hpp:1)~7,6,5,4",
        "' (allocated: 6 B, free: 5 B, largest free block: 4 B)'~-1,6,5,4",
        ", but bank size is 7 B (allocated: 6 B, fr~7,-1,-1,-1",
        "', but bank size is '~-1,-1,-1,-1",
      })
  void everyEraOfOutOfMemoryStatesItsFigures(String tail, String figures) {
    AllocationFailed failed = (AllocationFailed) Lines.parse("TT_FATAL: " + OUT_OF_MEMORY + tail);
    assertThat(
            "%d,%d,%d,%d"
                .formatted(
                    failed.bankBytes(),
                    failed.usedPerBank(),
                    failed.freePerBank(),
                    failed.largestFreePerBank()))
        .isEqualTo(figures);
    assertThat(failed.neededBytes()).isEqualTo(96);
    assertThat(failed.neededPerBank()).isEqualTo(8);
    assertThat(failed.banks()).isEqualTo(12);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "Out of Memory: Not enough space to allocate 96 B DRAM buff~59",
        "Out of Memory: Not enough space to allocate 96 KB DRAM buffer~48",
        "Out of Memory: Not enough space to allocate 9999999999999999999 B DRAM buffer~58",
        "Out of Memory: Not enough space after considering dependencies to allocate 4 B L1 on~83",
      })
  void brokenFiguresOfOutOfMemoryAreRejected(String line, int column) {
    assertThat(Lines.parse(line)).isEqualTo(rejected(column, "out of memory: broken figures"));
  }

  @Test
  void theClientsOwnLinesTellThatItStartsAndCompiles() {
    assertThat(Lines.parse("x.cc:60  1| PluginAttributes::PJRT_Plugin_Initialize"))
        .isEqualTo(new ProcessStarted("0"));
    assertThat(Lines.parse("module_builder.cc:211  1| ModuleBuilder::buildModule"))
        .isEqualTo(new Compiling("0"));
    assertThat(Lines.parse("WARN| STUB: PJRT_Executable_GetCompiledMemoryStats"))
        .isEqualTo(new Compiling("0"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "\r\r",
        "Device DRAM",
        "the memory state of the device",
        "Device HBM memory state is fine",
        "Resuming execution of program: main",
        "Out of Memory: Not enough space to allocate {} B {} buffer across {} banks",
        "Out of Memory: Not enough space left",
        "Device memory state before submit\rloading 10%",
        "Statically allocated circular buffers are freed",
        "Statically allocated variables on core range",
        "Creating trace buffers of size {}B on MeshDevice {}, but only {}B is allocated",
      })
  void anyOtherLineIsIgnored(String line) {
    assertThat(Lines.parse(line)).isEqualTo(Ignored.IGNORED);
  }

  @Test
  void proseThatSoundsLikeARecordDoesNotHideTheRecordAfterIt() {
    assertThat(Lines.parse("about execution of program: Device memory state after submit"))
        .isEqualTo(new MemoryHeader("0", Point.AFTER_SUBMIT, null));
  }

  private static Rejected rejected(int column, String reason) {
    return new Rejected(Formats.TENSTORRENT, column, reason);
  }
}
