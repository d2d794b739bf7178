package io.tidemark.analysis.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.Lines;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.memory.MemoryBounds.Breach;
import io.tidemark.analysis.memory.MemoryBounds.Figure;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryBoundsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|100|50|50|50|BANKS|memory: banks is 0, allowed is at least 1",
        "1|10000000000001|0|0|0|CAPACITY|memory: capacity is 10000000000001 B, allowed are 0 to"
            + " 10000000000000 B a bank",
        "2|100|103|0|0|USED|memory: used is 103 B, allowed are 0 to 102 B, its capacity",
        "2|100|-5|0|0|USED|memory: used is -5 B, allowed are 0 to 102 B, its capacity",
        "2|100|0|103|0|FREE|memory: free is 103 B, allowed are 0 to 102 B, its capacity",
        "2|100|40|50|50|FREE|memory: used and free are 90 B together, allowed are 98 to 102 B, its"
            + " capacity is 100 B",
        "2|100|60|50|50|FREE|memory: used and free are 110 B together, allowed are 98 to 102 B,"
            + " its capacity is 100 B",
        "2|100|50|50|53|LARGEST_FREE|memory: largest free is 53 B, allowed are 0 to 52 B free",
      })
  void theFirstFigureThatCannotBeIsNamedWithWhatIsAllowed(
      long banks, long capacity, long used, long free, long largest, Figure figure, String reason) {
    assertThat(MemoryBounds.of(banks, capacity, used, free, largest, 2).breach())
        .isEqualTo(new Breach(figure, reason));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 100, 50, 50, 50",
    "1, 100, 51, 51, 52",
    "12, 0, 0, 0, 0",
    "1, 100, -1, -1, -1",
    "1, -1, 500, 10, 10",
  })
  void figuresWithinTheRoundingAndUnknownOnesCanBe(
      long banks, long capacity, long used, long free, long largest) {
    assertThat(MemoryBounds.of(banks, capacity, used, free, largest, 2).breach()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "Device L1 memory state: MemoryView{numBanks: 0, totalBytesPerBank: 1.000 MB,"
            + " totalBytesAllocatedPerBank: 0.000 MB, totalBytesFreePerBank: 1.000 MB,"
            + " largestContiguousBytesFreePerBank: 1.000 MB}~46~banks is 0",
        "Device L1 memory state: MemoryView{numBanks: 9, totalBytesPerBank: 1.000 MB,"
            + " totalBytesAllocatedPerBank: 2.000 MB, totalBytesFreePerBank: 1.000 MB,"
            + " largestContiguousBytesFreePerBank: 1.000 MB}~106~used is 2097152 B",
        "peak usage: 33,597 MB/device (98.3% of 32,595 MB arena)~13~used is 35229007872 B",
        "Limit:  9.00EiB~9~a figure above the allowed",
      })
  void aRecordWithSuchAFigureIsRejectedAtItsColumn(String line, int column, String reason) {
    assertThat(line.startsWith("Device") ? Lines.runtime(line) : Lines.parse(line))
        .isInstanceOfSatisfying(
            Parsed.Rejected.class,
            rejected -> {
              assertThat(rejected.reason()).contains(reason);
              assertThat(rejected.column()).isEqualTo(column);
            });
  }
}
