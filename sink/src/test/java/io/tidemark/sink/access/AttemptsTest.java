package io.tidemark.sink.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AttemptsTest {

  private static final byte[] ONE = {10, 0, 0, 1};
  private static final byte[] OTHER = {10, 0, 0, 2};

  private final LogIn.Attempts attempts = new LogIn.Attempts();

  @Test
  void afterTenAttemptsAnAddressWaitsAndAnotherDoesNot() {
    assertThat(taken(ONE, 0)).isEqualTo(10);
    assertThat(attempts.take(ONE, seconds(5))).isFalse();
    assertThat(attempts.take(OTHER, seconds(5))).isTrue();
    assertThat(attempts.take(ONE, seconds(6))).isTrue();
    assertThat(attempts.take(ONE, seconds(6))).isFalse();
    assertThat(taken(ONE, seconds(600))).isEqualTo(10);
  }

  @Test
  void anAttemptThatIsGivenBackIsThereAgain() {
    taken(ONE, 0);

    attempts.giveBack(ONE);

    assertThat(taken(ONE, 0)).isEqualTo(1);
  }

  @Test
  void theAddressesOfOneNetworkOfIpv6ShareTheirAttempts() {
    byte[] one = new byte[16];
    byte[] neighbour = new byte[16];
    neighbour[15] = 7;
    byte[] far = new byte[16];
    far[0] = 7;

    taken(one, 0);

    assertThat(attempts.take(neighbour, 0)).isFalse();
    assertThat(attempts.take(far, 0)).isTrue();
  }

  @Test
  void ofTenThousandAddressesTheNewestAreKnown() {
    taken(ONE, 0);
    for (int i = 0; i < 10_000; i++) {
      attempts.take(new byte[] {11, 0, (byte) (i >> 8), (byte) i}, 0);
    }

    assertThat(attempts.take(ONE, 0)).isTrue();
    assertThat(attempts.count()).isEqualTo(1000);
  }

  private int taken(byte[] address, long nanos) {
    int taken = 0;
    while (taken < 100 && attempts.take(address, nanos)) {
      taken++;
    }
    return taken;
  }

  private static long seconds(long count) {
    return TimeUnit.SECONDS.toNanos(count);
  }
}
