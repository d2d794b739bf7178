package io.tidemark.ingest.generation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnshippedBytesTest {

  private final UnshippedBytes bytes = new UnshippedBytes();

  @Test
  void theOldestByteIsTheFirstThatIsNotShipped() {
    bytes.see(10, 1_000);
    bytes.see(20, 2_000);
    bytes.see(30, 3_000);

    assertThat(bytes.oldestMillis()).hasValue(1_000);
    assertThat(bytes.ship(9)).isEmpty();
    assertThat(bytes.ship(25)).hasValue(1_000);
    assertThat(bytes.oldestMillis()).hasValue(3_000);
    assertThat(bytes.ship(30)).hasValue(3_000);
    assertThat(bytes.oldestMillis()).isEmpty();
  }

  @Test
  void bytesOfOneMomentShareTheTimeOfTheFirst() {
    bytes.see(10, 1_000);
    bytes.see(20, 1_024);
    bytes.ship(10);

    assertThat(bytes.oldestMillis()).hasValue(1_000);
  }

  @Test
  void afterALongOutageBytesCountAsOlderAndNeverAsYounger() {
    int seconds = 10_000;
    for (int second = 1; second <= seconds; second++) {
      bytes.see(second, second * 1_000L);
    }

    assertThat(bytes.oldestMillis()).hasValue(1_000);
    for (int second = 1; second < seconds; second++) {
      bytes.ship(second);
      assertThat(bytes.oldestMillis().orElseThrow())
          .isBetween((second - seconds / 10) * 1_000L, (second + 1) * 1_000L);
    }
  }
}
