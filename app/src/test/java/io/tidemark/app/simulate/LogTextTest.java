package io.tidemark.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogTextTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0.000", // nothing in use
    "524, 0.000", // just below half of a thousandth
    "525, 0.001",
    "1048576, 1.000",
    "65536, 0.062", // exactly 0.0625: to the even digit
    "196608, 0.188", // exactly 0.1875: to the even digit, up
    "1329888, 1.268", // an L1 bank
    "1070773184, 1021.169", // a DRAM bank
    "1073741824, 1024.000",
  })
  void mebibytesRoundAsInCpp(long bytes, String printed) {
    assertThat(mebibytes(bytes)).isEqualTo(printed);
  }

  @Test
  void mebibytesAreTheExactBinaryValueRoundedHalfToEven() {
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < 20_000; i++) {
      long bytes = i % 2 == 0 ? random.nextLong(1L << 36) : random.nextLong(1L << 20) << 13;
      String exact =
          new BigDecimal(bytes / 1048576.0).setScale(3, RoundingMode.HALF_EVEN).toPlainString();
      assertThat(mebibytes(bytes)).isEqualTo(exact);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0x00000000", "117760, 0x0001cc00", "4294967295, 0xffffffff"})
  void addressesHaveEightDigits(long address, String printed) {
    assertThat(held(new LogText().address(address))).isEqualTo(printed);
  }

  @ParameterizedTest
  @CsvSource({"97.95074462890625, 9.795074e+01", "100, 1.000000e+02", "9.5, 9.500000e+00"})
  void percentagesPrintAsInC(double number, String printed) {
    assertThat(SearchRecords.exponential(number)).isEqualTo(printed);
  }

  @Test
  void linesAreCountedThroughStockAndClearing() {
    LogText log = new LogText().line("one").add("two\nthree\n");
    log.clear();
    log.line("four");

    assertThat(log.linesHeld()).isEqualTo(1);
    assertThat(log.linesEver()).isEqualTo(4);
    assertThat(held(log)).isEqualTo("four\n");
  }

  private static String mebibytes(long bytes) {
    return held(new LogText().mebibytes(bytes));
  }

  private static String held(LogText log) {
    return new String(log.bytes(), 0, log.length(), StandardCharsets.UTF_8);
  }
}
