package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizeTextTest {

  @ParameterizedTest
  @CsvSource({
    "1048576, 1048576",
    "0, 0",
    "4096B, 4096",
    "1B, 1",
    "12GiB, 12884901888",
    "1.5 KiB, 1536",
    "0.000001MiB, 1",
    "2TiB, 2199023255552"
  })
  void bytesAndSuffixesAreAccepted(String size, long bytes) {
    assertThat(SizeText.bytes("--device-memory", size)).hasValue(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "12GB", "-1", "GiB", "1e9", "12 giB"})
  void anythingElseIsRefused(String size) {
    assertThatThrownBy(() -> SizeText.bytes("--device-memory", size))
        .isInstanceOf(Refusal.class)
        .hasMessage(
            "--device-memory %s: want a number with B, KiB, MiB, GiB or TiB, e.g. 12GiB, or bytes",
            size);
  }

  @ParameterizedTest
  @ValueSource(strings = {"12", "1048575", "0.5"})
  void twelveWithoutAUnitWereTwelveBytes(String size) {
    assertThatThrownBy(() -> SizeText.bytes("--device-memory", size))
        .isInstanceOf(Refusal.class)
        .hasMessage(
            "--device-memory %s: want a unit for less than 1 MiB, e.g. %sGiB, or %sB for so few"
                + " bytes",
            size, size, size);
  }

  @Test
  void whatNoDeviceHasIsRefused() {
    assertThatThrownBy(() -> SizeText.bytes("--device-memory", "99999999999GiB"))
        .isInstanceOf(Refusal.class)
        .hasMessage("--device-memory 99999999999GiB: want 1048576 TiB at most");
  }

  @Test
  void aSizeThatIsNotGivenIsEmpty() {
    assertThat(new LogOptions().sizes().device()).isEmpty();
  }
}
