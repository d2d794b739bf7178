package io.tidemark.analysis.system.tenstorrent;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.Lines;
import io.tidemark.analysis.SpecOracle;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.memory.Point;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.MemoryHeader;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.MemoryViewLine;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.ProgramFinished;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryLinesTest {

  private static final String VIEW_HEAD = "Device DRAM memory state: MemoryView{numBanks: 12, ";
  private static final String VIEW =
      VIEW_HEAD
          + "totalBytesPerBank: 1021.169 MB, totalBytesAllocatedPerBank: 2.611 MB, "
          + "totalBytesFreePerBank: 1018.557 MB, largestContiguousBytesFreePerBank: 4.615 MB}";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "\u001b[0m",
        " \u001b[0m\u001b[39;49m \r",
        "\t\r",
        "\u001b[K",
        "\u001b[0m\u001b[K"
      })
  void blanksAndColoursMayFollowAHeader(String tail) {
    assertThat(Lines.runtime("Device memory state before operation AddOp" + tail))
        .isEqualTo(new MemoryHeader("0", Point.BEFORE_OPERATION, "AddOp"));
    assertThat(Lines.runtime("Finished execution of program: main" + tail))
        .isEqualTo(new ProgramFinished("0", "main"));
  }

  @ParameterizedTest
  @CsvSource({
    "Device memory state, 20, memory header: unknown point",
    "Device memory state before, 27, memory header: unknown point",
    "Device memory state before opposition X, 30, memory header: unknown point",
    "Device memory state before operation, 37, memory header: unknown point",
    "Device memory state before operation <X>, 38, memory header: no operation name",
    "Device memory state before operation X at 3, 40, memory header: text after its end",
    "Device memory state before submitting, 34, memory header: text after its end",
    "Device memory state during lunch, 21, memory header: unknown point",
  })
  void aBrokenHeaderTellsItsColumn(String line, int column, String reason) {
    assertThat(Lines.runtime(line)).isEqualTo(rejected(column, reason));
    assertThat(Lines.parse("one\rtwo\r" + Lines.RUNTIME + line))
        .isEqualTo(rejected(column + 8 + Lines.RUNTIME.length(), reason));
  }

  @ParameterizedTest
  @CsvSource({"DRAM, DRAM", "L1, L1", "L1_SMALL, L1_SMALL", "L1 SMALL, L1_SMALL", "TRACE, TRACE"})
  void everyMemoryHasOneName(String printed, String name) {
    assertThat(Lines.runtime(VIEW.replace("DRAM", printed)))
        .isEqualTo(
            new MemoryViewLine(
                "0", name, 12, 1_070_773_305L, 2_737_832L, 1_068_034_425L, 4_839_178L));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.000",
        "1021.169",
        "0.062",
        "4075.42",
        "7",
        "0.123456789",
        "9500000.999999999",
        "0.0000005",
        "0.000001",
      })
  void mebibytesBecomeBytesExactly(String mib) {
    MemoryViewLine view =
        (MemoryViewLine)
            Lines.runtime(
                ("Device DRAM memory state: MemoryView{numBanks: 1, totalBytesPerBank: %1$s MB,"
                        + " totalBytesAllocatedPerBank: %1$s MB, totalBytesFreePerBank: 0.000 MB,"
                        + " largestContiguousBytesFreePerBank: 0.000 MB}")
                    .formatted(mib));
    assertThat(view.usedPerBank()).isEqualTo(SpecOracle.bytes(mib));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "Device DRAM memory state~25~memory view: the line ends early",
        "Device DRAM memory state: unknown~27~memory view: unexpected text",
        "Device DRAM memory state: MemoryView{numBanks: x~48~memory view: unexpected text",
        "Device DRAM memory state: MemoryView{numBanks: 1234567890,~53~memory view: unexpected text",
        "Device HBM memory state: MemoryView{numBanks: 12~8~unknown memory",
      })
  void aBrokenViewTellsItsColumn(String line, int column, String reason) {
    assertThat(Lines.runtime(line)).isEqualTo(rejected(column, reason));
  }

  @ParameterizedTest
  @CsvSource({
    "1.2.3, 4",
    "1., 3",
    ".5, 1",
    "-0.001, 1",
    "nan, 1",
    "0.1234567890, 12",
    "1234567890123, 8",
    "1.5e3, 4",
  })
  void aBrokenFigureTellsItsColumn(String figure, int columnInFigure) {
    String line = VIEW.replace("1021.169", figure);
    int before = line.indexOf(figure + " MB");
    assertThat(Lines.runtime(line))
        .isEqualTo(rejected(before + columnInFigure, "memory view: unexpected text"));
  }

  @Test
  void aViewCutAnywhereAfterItsNameIsNoFact() {
    int named = "Device DRAM memory state".length();
    for (int length = named; length < VIEW.length(); length++) {
      String cut = VIEW.substring(0, length);
      int seen = cut.stripTrailing().length();
      assertThat(Lines.runtime(cut))
          .isEqualTo(rejected(seen + 1, "memory view: the line ends early"));
    }
    for (int length = 0; length < named; length++) {
      assertThat(Lines.runtime(VIEW.substring(0, length))).isEqualTo(Ignored.IGNORED);
    }
  }

  private static Rejected rejected(int column, String reason) {
    return new Rejected(Tenstorrent.RUNTIME, column, reason);
  }
}
