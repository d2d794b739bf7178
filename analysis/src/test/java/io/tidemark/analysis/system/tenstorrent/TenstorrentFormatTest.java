package io.tidemark.analysis.system.tenstorrent;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.AllocationFailed;
import io.tidemark.analysis.Lines;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Quoted;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.memory.Point;
import io.tidemark.analysis.message.MessageFact;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.Compiling;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.MemoryHeader;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.MemoryViewLine;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.OpStarted;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.ProcessStarted;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.ProgramStarted;
import io.tidemark.analysis.system.tenstorrent.mlir.TensorEffect;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TenstorrentFormatTest {

  private static Parsed runtime(String line) {
    return Lines.runtime(line) instanceof MessageFact fact
        ? AllocationFailed.of(fact)
        : Lines.runtime(line);
  }

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
        "                 Always |     INFO | ",
        "                 Always |    DEBUG | ",
        "            RuntimeTTNN |    DEBUG | ",
        "RuntimeTTMetalCircularBufferCreation |    DEBUG | ",
        "\u001b[32m                 Always\u001b[0m | \u001b[1m\u001b[38;5;69m    INFO\u001b[0m | ",
        "2026-06-19 09:32:58.266 |    info  |          Always | ",
        "                 Always | INFO     | ",
        "loading 10%\rloading 20%\r                 Always |     INFO | ",
      })
  void behindTheHeadOfTheRuntimesLoggerALineCounts(String head) {
    assertThat(Lines.parse(head + "Device memory state before operation FullOp"))
        .isEqualTo(new MemoryHeader("0", Point.BEFORE_OPERATION, "FullOp"));
    assertThat(Lines.parse(head + VIEW)).isInstanceOf(MemoryViewLine.class);
    assertThat(Lines.parse(head + "Starting execution of program: main"))
        .isEqualTo(new ProgramStarted("0", "main"));
    assertThat(Lines.parse(head + OUT_OF_MEMORY)).isInstanceOf(MessageFact.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-06-19 09:26:13 worker-7> ",
        "INFO 06-19 09:26:13 [logger.py:39] ",
        "                 Always |     INFO | user: ",
        "                  Never |     INFO | ",
        "                 Always |     LOUD | ",
        "2026-06-19 09:32:58 | critical |          Always | ",
        "| Always | INFO | ",
      })
  void behindAnythingElseItIsQuoted(String before) {
    assertThat(Lines.parse(before + "Device memory state before operation FullOp"))
        .isInstanceOf(Quoted.class);
    assertThat(Lines.parse(before + VIEW)).isInstanceOf(Quoted.class);
    assertThat(Lines.parse(before + "Starting execution of program: main"))
        .isInstanceOf(Quoted.class);
    assertThat(Lines.parse(before + "TT_FATAL: " + OUT_OF_MEMORY)).isInstanceOf(Quoted.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[1,3]<stdout>:",
        "[1,12]<stderr>: ",
        "[rank3]: ",
        "[default5]:",
        " 7: ",
        "[pod/train-0/main] [1,4]<stdout>:",
        "[1,4]<stdout>:[rank2]: ",
      })
  void aLaunchersRankIsNoDevice(String prefix) {
    assertThat(Lines.parse(prefix + Lines.RUNTIME + "Device memory state before submit"))
        .isEqualTo(new MemoryHeader("0", Point.BEFORE_SUBMIT, null));
  }

  @Test
  void aLaunchersMarkStandsBeforeWhatIsDrawnOver() {
    assertThat(
            Lines.parse(
                "[1,3]<stdout>:loading 10%\r" + Lines.RUNTIME + "Device memory state after submit"))
        .isEqualTo(new MemoryHeader("0", Point.AFTER_SUBMIT, null));
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
    OpStarted published = (OpStarted) runtime("Executing operation: " + text);
    assertThat(published.mlirOp()).isEqualTo(op);
    assertThat(published.location()).isEqualTo(location);
  }

  @Test
  void onlyTheEndsOfALongOpAreLookedAt() {
    String constant = "dense<\"0x" + "F".repeat(1 << 20) + "\">";
    assertThat(
            runtime(
                "Executing operation: %0 = \"ttnn.constant\"() <{v = "
                    + constant
                    + "}>"
                    + " : () -> () loc(\"c.1\")"))
        .isEqualTo(
            new OpStarted(
                "0", "ttnn.constant", "c.1", new TensorEffect("%0", List.of(), "", "", false)));
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
    assertThat(runtime(line)).isEqualTo(rejected(column, reason));
  }

  @Test
  void theClientsOwnLinesTellThatItStartsAndCompiles() {
    String head = "2026-01-12 10:24:04.436 (   0.000s) [        E2DEE000]";
    assertThat(
            Lines.parse(head + " plugin.cc:60       1| PluginAttributes::PJRT_Plugin_Initialize"))
        .isEqualTo(new ProcessStarted("0"));
    assertThat(Lines.parse(head + "module_builder.cc:211      1| ModuleBuilder::buildModule"))
        .isEqualTo(new Compiling("0"));
    assertThat(
            Lines.parse(
                head + "  stubs.inc:70    WARN| STUB: PJRT_Executable_GetCompiledMemoryStats"))
        .isEqualTo(new Compiling("0"));
    assertThat(Lines.parse(head + "  a.cc:1  1| see the file module_builder.cc"))
        .isEqualTo(Ignored.IGNORED);
    assertThat(Lines.parse("nm: PluginAttributes::PJRT_Plugin_Initialize"))
        .isEqualTo(Ignored.IGNORED);
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
        "Device memory state before submit\rloading 10%",
        "Statically allocated circular buffers are freed",
        "Statically allocated variables on core range",
        "Creating trace buffers of size {}B on MeshDevice {}, but only {}B is allocated",
      })
  void anyOtherLineIsIgnored(String line) {
    assertThat(runtime(line)).isEqualTo(Ignored.IGNORED);
  }

  @Test
  void whatIsQuotedBehindProseThatSoundsLikeARecordIsFound() {
    assertThat(runtime("about execution of program: Device memory state after submit"))
        .isInstanceOf(Quoted.class);
  }

  private static Rejected rejected(int column, String reason) {
    return new Rejected(Tenstorrent.RUNTIME, column, reason);
  }
}
