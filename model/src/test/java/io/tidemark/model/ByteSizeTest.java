package io.tidemark.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteSizeTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1.00 KiB",
    "1572864, 1.50 MiB",
    "1073741824, 1.00 GiB",
    "1099511627776, 1.00 TiB",
    "9223372036854775807, 8.00 EiB",
    "-2048, -2.00 KiB"
  })
  void aSizeHasTheLargestUnitThatFits(long bytes, String text) {
    assertThat(ByteSize.text(bytes)).isEqualTo(text);
  }
}
