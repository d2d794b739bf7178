package io.tidemark.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
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

  @ParameterizedTest
  @CsvSource({
    "1562432, 1562240, 1525.8 KiB",
    "1562432, 1562432, 1.49 MiB",
    "1562432, 2097152, 1.49 MiB",
    "1562432, , 1.49 MiB",
    "12884901888, 12884901887, 12884901888 B",
    "1, 0, 1 B"
  })
  void figuresThatDifferAreWrittenApart(long bytes, @Nullable Long other, String text) {
    assertThat(ByteSize.apart(bytes, other)).isEqualTo(text);
  }
}
