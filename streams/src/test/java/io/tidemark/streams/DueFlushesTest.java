package io.tidemark.streams;

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
    due.polled(1_010);
    assertThat(waits(1_010)).as("records came before").isEqualTo(10);
    due.polled(1_021);
    assertThat(waits(1_021)).as("of another task").isEqualTo(79);
    due.polled(1_100);
    assertThat(waits(1_100)).isEqualTo(250);
  }

  @Test
  void aFlushThatBecameDueBetweenTwoPollsWaitsForNoRecord() {
    due.expect(1_001);

    assertThat(waits(1_001)).isZero();
    due.polled(1_001);
    assertThat(waits(1_001)).isEqualTo(250);
  }

  @Test
  void aFlushThatIsFarAwayProlongsNoPoll() {
    due.expect(9_000);

    assertThat(waits(1_000)).isEqualTo(250);
  }

  @Test
  void aThreadWithoutATaskLooksOften() {
    assertThat(waits(1_000)).isEqualTo(25);
    assertThat(due.untilNext(Duration.ZERO, 1_000)).isZero();
  }

  @Test
  void eachThreadHasItsOwn() {
    due.expect(1_020);
    CompletableFuture.runAsync(() -> due.expect(1_010)).join();

    assertThat(waits(1_000)).isEqualTo(20);
  }
}
