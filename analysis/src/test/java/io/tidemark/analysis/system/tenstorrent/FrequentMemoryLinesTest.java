package io.tidemark.analysis.system.tenstorrent;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Frequent lines give the same result as the format; all other lines are left to the format. */
class FrequentMemoryLinesTest {

  private static final String PLAIN = "                 Always |     INFO | ";
  private static final String GREEN =
      "\u001b[32m                 Always\u001b[0m | \u001b[1m\u001b[38;5;69m    INFO\u001b[0m | ";
  private static final String VIEW =
      "Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: 1021.169 MB,"
          + " totalBytesAllocatedPerBank: 349.945 MB, totalBytesFreePerBank: 671.224 MB,"
          + " largestContiguousBytesFreePerBank: 671.224 MB}";
  private static final String HEADER = "Device memory state before operation MatmulOp";

  private final FrequentMemoryLines lines = new FrequentMemoryLines();
  private final TenstorrentFormat format = new TenstorrentFormat(Tenstorrent.RUNTIME);

  @Test
  void aBlockIsReadInItsOrderAndOutOfIt() {
    for (String head : new String[] {PLAIN, GREEN}) {
      for (String memory : new String[] {"DRAM", "L1", "L1_SMALL", "TRACE", "TRACE", "L1 SMALL"}) {
        assertRead(head + VIEW.replace("DRAM", memory));
      }
      assertRead(head + HEADER);
      assertRead(head + HEADER.replace("Matmul", "Reshape"));
      assertRead(head + HEADER.replace("Matmul", "Softmax"));
    }
  }

  private void assertRead(String line) {
    byte[] bytes = (line + "\nnext").getBytes(ISO_8859_1);
    assertThat(lines.read(bytes, 0, bytes.length)).as(line).isEqualTo(line.length());
    assertThat(lines.fact()).isEqualTo(parsed(line));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # found,     instead
          349.945,     349.94
          349.945,     349.9450
          349.945,     349
          349.945,     349.
          349.945,     12345678.945
          349.945,     -1.945
          349.945,     999.945
          1021.169,    0.000
          12,          123456
          12,          0
          DRAM,        SRAM
          numBanks,    banks
          '224 MB}',   '22 MB}'
          '224 MB}',   '2240 MB}'
          '.224 MB}',  ' MB}'
          ' MB}',      ' MB'
          ' MB}',      ' MB} '
          ' MB}',      ' MB}}'
          ' MB}',      ' MiB}'
          'INFO | ',   'INFO |'
          Always,      always
          Device,      device
          """)
  void anotherViewIsLeft(String found, String instead) {
    String line = PLAIN + VIEW;
    assertThat(line).contains(found);
    assertLeft(line.replace(found, instead));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "MatmulOp ", "Mat mul", "Matmul\r", "M\u00e4tmul"})
  void anotherHeaderIsLeft(String op) {
    assertLeft(PLAIN + HEADER.replace("MatmulOp", op));
    assertLeft(GREEN + HEADER.replace("MatmulOp", op));
  }

  @Test
  void anOpsNameHasItsBound() {
    assertRead(PLAIN + HEADER.replace("MatmulOp", "M".repeat(256)));
    assertLeft(PLAIN + HEADER.replace("MatmulOp", "M".repeat(257)));
  }

  @Test
  void aHeadOfTwoColoursIsLeft() {
    assertLeft(GREEN.replace("[32m", "[31m") + HEADER);
    assertLeft(GREEN.substring("\u001b[32m".length()) + HEADER);
    assertLeft("\u001b[32m" + PLAIN + HEADER);
    assertLeft("x" + PLAIN + HEADER);
  }

  private void assertLeft(String line) {
    byte[] bytes = (line + "\nnext").getBytes(ISO_8859_1);
    assertThat(lines.read(bytes, 0, bytes.length)).as(line).isEqualTo(-1);
  }

  @Test
  void aLineWithoutItsEndIsLeft() {
    for (String line : new String[] {PLAIN + VIEW, GREEN + HEADER}) {
      byte[] bytes = (line + "\n").getBytes(ISO_8859_1);
      for (int to = 0; to < bytes.length; to++) {
        assertThat(lines.read(bytes, 0, to)).isEqualTo(-1);
      }
      assertThat(lines.read(bytes, 0, bytes.length)).isEqualTo(line.length());
    }
  }

  private Parsed parsed(String line) {
    byte[] bytes = line.getBytes(ISO_8859_1);
    Parsed parsed = format.parse(bytes, 0, bytes.length);
    assertThat(parsed).isNotEqualTo(Ignored.IGNORED);
    return parsed;
  }
}
