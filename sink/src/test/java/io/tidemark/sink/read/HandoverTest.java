package io.tidemark.sink.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.wire.Published;
import io.tidemark.model.wire.Topics;
import io.tidemark.sink.Made;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class HandoverTest {

  private static final Duration NOW = Duration.ZERO;

  private final Handover handover = new Handover();

  private static Published<?, ?> record(int number) {
    return new Published<>(Topics.RUNS, Made.RUN, null, number);
  }

  @Test
  void whatWasPublishedIsTakenInOrder() {
    handover.onRecords(List.of(record(1), record(2)));
    handover.onRecords(List.of(record(3)));
    assertThat(handover.behind()).isTrue();

    assertThat(handover.take(NOW)).containsExactly(record(1), record(2), record(3));
    assertThat(handover.behind()).isFalse();
    assertThat(handover.take(NOW)).isEmpty();
  }

  @Test
  void aJobFarAheadWaitsAndLosesNothing() throws InterruptedException {
    int flushes = 3 * Handover.MOST_WAITING;
    Thread job =
        new Thread(
            () -> {
              for (int flush = 0; flush < flushes; flush++) {
                handover.onRecords(List.of(record(flush)));
              }
            });
    job.start();
    int taken = 0;
    while (taken < flushes) {
      List<Published<?, ?>> records = handover.take(Duration.ofSeconds(10));
      assertThat(records).hasSizeBetween(1, Handover.MOST_WAITING + 1);
      for (Published<?, ?> record : records) {
        assertThat(record.timeMillis()).isEqualTo(taken++);
      }
    }
    job.join();
  }

  @Test
  void aClosedOneHoldsNoJobUp() {
    handover.close();
    for (int flush = 0; flush < 2 * Handover.MOST_WAITING; flush++) {
      handover.onRecords(List.of(record(flush)));
    }

    assertThat(handover.caughtUp()).isFalse();
  }
}
