package io.tidemark.app.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.Refusal;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class FreePortTest {

  @RepeatedTest(20)
  void noConnectionOfAnotherProgramTakesAChosenPort() {
    assertThat(EmbeddedBroker.FreePort.except(0)).isBetween(20_000, 32_767);
  }

  @Test
  void theControllerTakesAnotherPortThanTheBroker() {
    // A port of 12,768 that may be drawn is drawn in so many tries with a probability of 98 %.
    assertThat(IntStream.range(0, 50_000).map(i -> EmbeddedBroker.FreePort.except(20_500)))
        .doesNotContain(20_500);
  }

  @Test
  void aTakenPortIsRefused() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> EmbeddedBroker.FreePort.checked(taken.getLocalPort()))
          .isInstanceOf(Refusal.class)
          .hasMessage(
              "broker port %d is taken; name a free port, or 0 for any"
                  .formatted(taken.getLocalPort()));
    }
  }
}
