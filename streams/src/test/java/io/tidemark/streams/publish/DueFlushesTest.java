package io.tidemark.streams.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DueFlushesTest {

  private static final Duration MOST = Duration.ofMillis(250);

  private final DueFlushes due = new DueFlushes();

  private long waits(long nowMillis) {
    return due.untilNext(MOST, nowMillis).toMillis();
  }

  @Test
  void aPollEndsWhenTheNextFlushIsDue() {
    due.expect(1_100);
    due.expect(1_020);

    assertThat(waits(1_000)).isEqualTo(20);
    assertThat(waits(1_010)).as("records came before").isEqualTo(10);
    due.forget(1_020);
    assertThat(waits(1_021)).as("of another task").isEqualTo(79);
    due.forget(1_100);
    assertThat(waits(1_100)).isEqualTo(250);
  }

  @Test
  void aFlushThatIsDueAndHasNotBeenIsExpectedAtTheNextMillisecond() {
    due.expect(1_001);

    assertThat(waits(1_001)).isEqualTo(1);
    assertThat(waits(1_002)).isEqualTo(1);
    due.forget(1_001);
    assertThat(waits(1_002)).isEqualTo(250);
  }

  @Test
  void ofTwoFlushesAtOneTimeEachIsExpected() {
    due.expect(1_020);
    due.expect(1_020);
    due.forget(1_020);

    assertThat(waits(1_000)).isEqualTo(20);
  }

  @Test
  void aFlushThatIsFarAwayProlongsNoPoll() {
    due.expect(9_000);

    assertThat(waits(1_000)).isEqualTo(250);
  }

  @Test
  void eachThreadHasItsOwn() {
    due.expect(1_020);
    CompletableFuture.runAsync(() -> due.expect(1_010)).join();

    assertThat(waits(1_000)).isEqualTo(20);
  }
}
