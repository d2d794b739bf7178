package io.tidemark.streams.job;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class ThreadFailuresTest {

  private final Throwable failure = new StreamsException("disk");
  private final AtomicInteger replaced = new AtomicInteger();
  private Instant now = Instant.EPOCH;
  private final ThreadFailures failures = new ThreadFailures(() -> now, replaced::incrementAndGet);

  @Test
  void aThreadIsReplacedUntilTheBudgetIsSpent() {
    for (int spent = 0; spent < ThreadFailures.BUDGET; spent++) {
      assertThat(failures.handle(failure)).isEqualTo(REPLACE_THREAD);
    }
    assertThat(failures.end()).isEmpty();

    assertThat(failures.handle(failure)).isEqualTo(SHUTDOWN_CLIENT);

    assertThat(failures.end()).contains(failure);
    assertThat(replaced).hasValue(ThreadFailures.BUDGET);
  }

  @Test
  void failuresFarApartNeverSpendTheBudget() {
    for (int spent = 0; spent < 2 * ThreadFailures.BUDGET; spent++) {
      assertThat(failures.handle(failure)).isEqualTo(REPLACE_THREAD);
      now =
          now.plus(ThreadFailures.WINDOW.dividedBy(ThreadFailures.BUDGET))
              .plus(Duration.ofMillis(1));
    }
  }

  @Test
  void anInstanceWhoseNameAnotherProcessTookEndsAtOnce() {
    Throwable fenced = new StreamsException(new FencedInstanceIdException("taken"));

    assertThat(failures.handle(fenced)).isEqualTo(SHUTDOWN_CLIENT);

    assertThat(failures.end()).contains(fenced);
  }
}
