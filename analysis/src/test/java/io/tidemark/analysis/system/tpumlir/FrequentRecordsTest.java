package io.tidemark.analysis.system.tpumlir;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records that must be left to the format are tested in {@code LineScanTest}. */
class FrequentRecordsTest {

  private static final String PLACED =
      "; action = assignLmemAddr; step = allocated_memory; op_type = LMEM_ANY; op_name = /a/b;"
          + " addr = 0x40; size = 64; timestep_start = 0; timestep_end = 11";

  private final FrequentRecords records = new FrequentRecords();

  private void know(String line) {
    byte[] bytes = line.getBytes(US_ASCII);
    records.learn(new KeyValueFormat(TpuMlir.RECORDS).parse(bytes, 0, bytes.length));
  }

  private boolean reads(String line) {
    byte[] bytes = (line + "\n").getBytes(US_ASCII);
    int end = records.read(bytes, 0, bytes.length);
    if (end >= 0) {
      assertThat(end).isEqualTo(line.length());
      assertThat(records.fact())
          .isEqualTo(new KeyValueFormat(TpuMlir.RECORDS).parse(bytes, 0, line.length()));
    }
    return end >= 0;
  }

  @ParameterizedTest
  @CsvSource({
    "/a/b, /a/b",
    "/a/b, /a/bc",
    "/a/b, /a",
    "/a/b, another",
    "0x40, 0x00000080",
    "= 64, = 4096",
    "= 0;, = 10;",
    "= 11, = 1",
    "= 11, = 112"
  })
  void itReadsARecordWithOtherValues(String value, String other) {
    know(PLACED);
    assertThat(reads(PLACED.replace(value, other))).isTrue();
    assertThat(reads(PLACED)).isTrue();
  }

  @Test
  void itReadsNoRecordOfAnotherKind() {
    assertThat(reads(PLACED)).isFalse();
    know(PLACED);
    assertThat(reads(PLACED.replace("allocated_memory", "other"))).isFalse();
    assertThat(reads(PLACED.replace("size", "tensor_size"))).isFalse();
    assertThat(reads(PLACED + "; more = 1")).isFalse();
    assertThat(reads(PLACED.replace("; timestep_end = 11", ""))).isFalse();
  }

  @Test
  void itRemembersTheKindsThatWereReadLast() {
    for (int kind = 0; kind < 8; kind++) {
      know(PLACED.replace("allocated_memory", "step" + kind));
    }
    assertThat(reads(PLACED.replace("allocated_memory", "step0"))).isTrue();
    know(PLACED);
    assertThat(reads(PLACED.replace("allocated_memory", "step0"))).isTrue();
    assertThat(reads(PLACED.replace("allocated_memory", "step1"))).isFalse();
    assertThat(reads(PLACED)).isTrue();
  }
}
